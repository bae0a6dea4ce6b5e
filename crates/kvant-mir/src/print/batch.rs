//! Many programs in one text, each a module: the time for starting the compiler and for linking is paid once.
//!
//! The text needs no standard library. Printing by hand through `write` takes `rustc -O` some 60 ms less than
//! `println!` does, of 220 for a program of 300 statements; in a batch that is hardly more than starting the compiler.
//! Nothing that optimises is turned off for it.
//!
//! Programs share nothing but the observers, which are never inlined, and the thread they run on, one after the other.
//! Each begins with a fresh digest. Names do not clash, because each program has a module of its own.

use super::program::{ALLOW, call, functions, types};
use super::{Layout, Version, decimal};
use crate::syntax::Program;

/// See [`super::part`].
pub(super) fn part(program: &Program, n: usize, version: Version, head: &str, out: &mut String) {
    out.push_str("\nmod p");
    decimal(n as u128, out);
    out.push_str(" {\n");
    super::program::head(head, out);
    out.push_str("use super::kvant;\nuse core::intrinsics::mir::*;\n");
    types(program, Layout::Fast, false, out);
    functions(program, Layout::Fast, version, out);
    // Only the table of programs refers to it: the program is called through a pointer.
    out.push_str("pub fn kvant_run() { ");
    call(program, out);
    out.push_str(" }\n}\n");
}

/// See [`super::batch`].
pub(super) fn batch(parts: &[String]) -> String {
    let length: usize = parts.iter().map(String::len).sum();
    let mut out = String::with_capacity(length + 8192);
    out.push_str("#![no_std]\n#![no_main]\n#![feature(custom_mir, core_intrinsics, raw_ref_op)]\n");
    out.push_str(ALLOW);
    for part in parts {
        out.push_str(part);
    }
    out.push_str("\nstatic PROGRAMS: &[fn()] = &[");
    for n in 0..parts.len() {
        out.push('p');
        decimal(n as u128, &mut out);
        out.push_str("::kvant_run, ");
    }
    out.push_str("];\n");
    out.push_str(PRELUDE);
    out
}

/// The code that runs the programs of a batch, observes and reports. Without an argument it runs all programs and prints a line for each,
/// `p3 kvant 12 0123456789abcdef`; with a number, that one; with anything behind it, each observation too.
///
/// Lines are written at once, so a crash loses none. The stack is as large as it is for one program, see `prelude`.
/// Without the standard library there is no unwinding; the two symbols are named by code that is never reached.
const PRELUDE: &str = r#"
mod kvant {
    pub use core::hint::black_box as hide;

    static mut COUNT: u64 = 0;
    static mut STATE: u64 = 0;
    static mut TRACE: bool = false;

    type Attributes = [u64; 32];
    #[link(name = "c")]
    #[link(name = "m")]
    extern "C" {
        fn pthread_attr_init(attributes: *mut Attributes) -> i32;
        fn pthread_attr_setstacksize(attributes: *mut Attributes, size: usize) -> i32;
        fn pthread_create(
            thread: *mut usize,
            attributes: *const Attributes,
            start: extern "C" fn(*mut u8) -> *mut u8,
            argument: *mut u8,
        ) -> i32;
        fn pthread_join(thread: usize, result: *mut *mut u8) -> i32;
        fn write(file: i32, bytes: *const u8, count: usize) -> isize;
        fn abort() -> !;
    }

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo) -> ! {
        unsafe { abort() }
    }
    #[no_mangle]
    extern "C" fn rust_eh_personality() {}
    #[no_mangle]
    extern "C" fn _Unwind_Resume() {}

    static mut FIRST: usize = 0;
    static mut END: usize = 0;

    #[no_mangle]
    extern "C" fn main(argc: i32, argv: *const *const u8) -> i32 {
        unsafe {
            END = super::PROGRAMS.len();
            if argc > 1 {
                FIRST = number(*argv.add(1));
                END = FIRST + 1;
            }
            TRACE = argc > 2;
            let (mut attributes, mut thread) = ([0; 32], 0);
            pthread_attr_init(&raw mut attributes);
            let failed = pthread_attr_setstacksize(&raw mut attributes, 256 << 20) != 0
                || pthread_create(&raw mut thread, &raw const attributes, start, 0 as *mut u8) != 0
                || pthread_join(thread, 0 as *mut *mut u8) != 0;
            failed as i32
        }
    }

    extern "C" fn start(_: *mut u8) -> *mut u8 {
        unsafe {
            while FIRST < END {
                COUNT = 0;
                STATE = 0x6b76_616e_7400_4d49;
                super::PROGRAMS[FIRST]();
                let mut line = Line::new();
                line.byte(b'p');
                line.decimal(FIRST as u128);
                line.text(" kvant ");
                line.decimal(COUNT as u128);
                line.byte(b' ');
                line.hex(STATE as u128, 16);
                line.end();
                FIRST += 1;
            }
        }
        0 as *mut u8
    }

    unsafe fn number(mut text: *const u8) -> usize {
        let mut number = 0;
        while *text != 0 {
            number = number * 10 + (*text - b'0') as usize;
            text = text.add(1);
        }
        number
    }

    struct Line {
        bytes: [u8; 96],
        length: usize,
    }

    impl Line {
        fn new() -> Line {
            Line { bytes: [0; 96], length: 0 }
        }
        fn byte(&mut self, byte: u8) {
            unsafe { *(&raw mut self.bytes as *mut u8).add(self.length) = byte };
            self.length += 1;
        }
        fn text(&mut self, text: &str) {
            let mut n = 0;
            while n < text.len() {
                self.byte(unsafe { *text.as_ptr().add(n) });
                n += 1;
            }
        }
        fn decimal(&mut self, number: u128) {
            if number > 9 {
                self.decimal(number / 10);
            }
            self.byte(b'0' + (number % 10) as u8);
        }
        fn hex(&mut self, number: u128, digits: u32) {
            if number > 15 || digits > 1 {
                self.hex(number >> 4, digits - (digits > 1) as u32);
            }
            let digit = (number & 15) as u8;
            self.byte(if digit < 10 { b'0' + digit } else { b'a' - 10 + digit });
        }
        fn end(&mut self) {
            self.byte(b'\n');
            unsafe { write(1, &raw const self.bytes as *const u8, self.length) };
        }
    }

    #[inline(never)]
    fn observe(site: u32, bits: u128, ty: &str, size: usize) {
        unsafe {
            COUNT += 1;
            let mut state = STATE;
            state = (state ^ site as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            state ^= state >> 29;
            state = (state ^ bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            state ^= state >> 29;
            state = (state ^ (bits >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            state ^= state >> 29;
            STATE = state;
            if TRACE {
                show(site, bits, ty, size);
            }
        }
    }

    fn show(site: u32, bits: u128, ty: &str, size: usize) {
        let mut line = Line::new();
        line.decimal(site as u128);
        line.byte(b' ');
        line.text(ty);
        line.byte(b' ');
        match unsafe { *ty.as_ptr() } {
            b'u' => line.decimal(bits),
            b'i' => {
                let value = (bits << 128 - size * 8) as i128 >> 128 - size * 8;
                if value < 0 {
                    line.byte(b'-');
                }
                line.decimal(value.unsigned_abs());
            }
            b'b' => line.text(if bits == 0 { "false" } else { "true" }),
            _ => {
                line.text("0x");
                line.hex(bits, 1);
            }
        }
        line.end();
    }

    macro_rules! observers {
        ($($name:ident: $ty:ident as $bits:ident,)*) => {$(
            #[inline(never)]
            pub fn $name(site: u32, value: $ty) {
                observe(site, value as $bits as u128, stringify!($ty), size_of::<$ty>())
            }
        )*};
    }
    observers! {
        observe_i8: i8 as u8, observe_i16: i16 as u16, observe_i32: i32 as u32,
        observe_i64: i64 as u64, observe_i128: i128 as u128, observe_isize: isize as u64,
        observe_u8: u8 as u8, observe_u16: u16 as u16, observe_u32: u32 as u32,
        observe_u64: u64 as u64, observe_u128: u128 as u128, observe_usize: usize as usize,
        observe_bool: bool as u8,
    }

    #[inline(never)]
    pub fn observe_f32(site: u32, value: f32) {
        observe(site, value.to_bits() as u128, "f32", 4)
    }

    #[inline(never)]
    pub fn observe_f64(site: u32, value: f64) {
        observe(site, value.to_bits() as u128, "f64", 8)
    }

    #[inline(never)]
    pub fn observe_char(site: u32, value: char) {
        let bits = value as u128;
        observe(site, bits, "char", 4)
    }
}
"#;
