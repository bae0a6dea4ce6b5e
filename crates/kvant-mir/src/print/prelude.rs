//! The prelude: the part of the text that is the same in every program, with the observers and the report.
//!
//! Its compile time is paid for every program, so it is small, and it uses no generic code of the standard library that would
//! be compiled again. With `rustc -O` an empty program with it takes 30 ms more than a hello world, which takes 90 ms;
//! starting the thread by `std::thread` would add another 70 ms.
//!
//! The digest is the code of `observation.rs`, as text.

use super::decimal;

/// The prelude of programs that run. With any command line argument they print each observation.
///
/// The thread's stack is large because unoptimised builds use far more of it than others, and a stack overflow would look
/// like a finding. Standard output is always line-buffered, so a crash loses no line.
pub(crate) const RUN: &str = r#"
mod kvant {
    pub use std::hint::black_box as hide;

    static mut COUNT: u64 = 0;
    static mut STATE: u64 = 0x6b76_616e_7400_4d49;
    static mut TRACE: bool = false;

    pub fn run(program: fn()) {
        unsafe {
            TRACE = std::env::args_os().len() > 1;
            on_a_large_stack(program);
            let (count, state) = (COUNT, STATE);
            println!("kvant {count} {state:016x}");
        }
    }

    #[cfg(all(unix, not(miri)))]
    unsafe fn on_a_large_stack(program: fn()) {
        type Attributes = [u64; 32];
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
        }
        extern "C" fn start(program: *mut u8) -> *mut u8 {
            unsafe { (*(program as *mut fn()))() };
            program
        }
        let (mut attributes, mut thread, mut program) = ([0; 32], 0, program);
        let argument = &mut program as *mut fn() as *mut u8;
        pthread_attr_init(&mut attributes);
        let failed = pthread_attr_setstacksize(&mut attributes, 256 << 20) != 0
            || pthread_create(&mut thread, &attributes, start, argument) != 0
            || pthread_join(thread, 0 as *mut *mut u8) != 0;
        if failed {
            panic!("kvant: no thread with a stack of 256 MiB");
        }
    }

    #[cfg(any(not(unix), miri))]
    unsafe fn on_a_large_stack(program: fn()) {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        thread.spawn(program).unwrap().join().unwrap();
    }

    #[inline(never)]
    fn observe(site: u32, bits: u128, ty: &str, value: &dyn std::fmt::Display) {
        unsafe {
            COUNT += 1;
            let mut state = STATE;
            for word in [site as u64, bits as u64, (bits >> 64) as u64] {
                state = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                state ^= state >> 29;
            }
            STATE = state;
            if TRACE {
                println!("{site} {ty} {value}");
            }
        }
    }

    macro_rules! observers {
        ($($name:ident: $ty:ident as $bits:ident,)*) => {$(
            #[inline(never)]
            pub fn $name(site: u32, value: $ty) {
                observe(site, value as $bits as u128, stringify!($ty), &value)
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
        observe_in_hex(site, value.to_bits() as u128, "f32")
    }

    #[inline(never)]
    pub fn observe_f64(site: u32, value: f64) {
        observe_in_hex(site, value.to_bits() as u128, "f64")
    }

    #[inline(never)]
    pub fn observe_char(site: u32, value: char) {
        observe_in_hex(site, value as u128, "char")
    }

    #[inline(never)]
    fn observe_in_hex(site: u32, bits: u128, ty: &str) {
        observe(site, bits, ty, &format_args!("{bits:#x}"))
    }
}
"#;

/// The common part of both preludes of [`super::Form::ConstEval`].
///
/// The bits of a float are read through a pointer: before 1.83 `to_bits` is not a `const fn`, and later versions warn about
/// a transmute.
const CONST_OBSERVERS: &str = "
    macro_rules! observers {
        ($($name:ident: $ty:ident as $bits:ident,)*) => {$(
            pub const fn $name(log: *mut Log, site: u32, value: $ty) {
                unsafe { observe(&mut *log, site, value as $bits as u128) }
            }
        )*};
    }
    observers! {
        observe_i8: i8 as u8, observe_i16: i16 as u16, observe_i32: i32 as u32,
        observe_i64: i64 as u64, observe_i128: i128 as u128, observe_isize: isize as u64,
        observe_u8: u8 as u8, observe_u16: u16 as u16, observe_u32: u32 as u32,
        observe_u64: u64 as u64, observe_u128: u128 as u128, observe_usize: usize as usize,
        observe_bool: bool as u8, observe_char: char as u32,
    }

    pub const fn observe_f32(log: *mut Log, site: u32, value: f32) {
        unsafe { observe(&mut *log, site, *(&value as *const f32 as *const u32) as u128) }
    }

    pub const fn observe_f64(log: *mut Log, site: u32, value: f64) {
        unsafe { observe(&mut *log, site, *(&value as *const f64 as *const u64) as u128) }
    }
}
";

/// Appends the prelude of [`super::Form::ConstEval`], which compares each observation when it is made.
pub(super) fn const_eval(expected: &[(u32, u128)], out: &mut String) {
    out.push_str(
        "
mod kvant {
    pub struct Log {
        count: usize,
    }

    impl Log {
        pub const fn new() -> Log {
            Log { count: 0 }
        }
    }

    const fn observe(log: &mut Log, site: u32, bits: u128) {
        let index = log.count;
        if index >= EXPECTED.len() || EXPECTED[index].0 != site || EXPECTED[index].1 != bits {
            kvant_wrong(index);
        }
        log.count = index + 1;
    }

    pub const fn end(log: Log) {
        if log.count < EXPECTED.len() {
            kvant_missing(log.count);
        }
    }

    const NOTHING: [(); 0] = [];

    const fn kvant_wrong(index: usize) {
        NOTHING[index]
    }

    const fn kvant_missing(index: usize) {
        NOTHING[index]
    }

    const EXPECTED: &[(u32, u128)] = &[",
    );
    for &(site, bits) in expected {
        out.push('(');
        decimal(site.into(), out);
        out.push(',');
        decimal(bits, out);
        out.push_str("),");
    }
    out.push_str("];\n");
    out.push_str(CONST_OBSERVERS);
}
