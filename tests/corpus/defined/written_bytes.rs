// The same byte everywhere, as many values as are asked for.
//~ FINE: invalid-bool
//~ FINE: invalid-discriminant
//~ OBSERVES: 0 u32 5
//~ OBSERVES: 1 u32 4294967295
//~ OBSERVES: 2 bool true
//~ OBSERVES: 3 u32 16843009
//~ OBSERVES: 4 u8 1
//~ OBSERVES: 5 u32 4294967295

#[repr(u8)]
enum Two {
    A = 1,
    B = 2,
}

#[repr(C)]
struct Mixed {
    flag: bool,
    two: Two,
    word: u32,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let words: [u32; 3];
        let whole: *mut [u32; 3];
        let p: *mut u32;
        let mixed: Mixed;
        let q: *mut Mixed;
        let i: usize;
        let d: u8;
        {
            words = [5_u32; 3];
            whole = addr_of_mut!(words);
            p = whole as *mut u32;
            p = Offset(p, 1_isize);
            Call(unit = core::intrinsics::write_bytes(p, 255_u8, 2_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 0_usize;
            Call(unit = kvant::observe_u32(0_u32, words[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            i = 2_usize;
            Call(unit = kvant::observe_u32(1_u32, words[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            q = addr_of_mut!(mixed);
            Call(unit = core::intrinsics::write_bytes(q, x, 1_usize), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_bool(2_u32, mixed.flag), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u32(3_u32, mixed.word), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            d = Discriminant(mixed.two);
            Call(unit = kvant::observe_u8(4_u32, d), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Call(unit = core::intrinsics::write_bytes(p, 0_u8, 0_usize), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            Call(unit = kvant::observe_u32(5_u32, *p), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
