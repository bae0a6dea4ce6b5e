// Where fields lie is not promised, and nothing that can be observed depends on it.
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u64 2
//~ OBSERVES: 3 u16 3
//~ OBSERVES: 4 u128 4
//~ OBSERVES: 5 bool true
//~ OBSERVES: 6 u64 2

#[repr(C)]
struct Fixed {
    a: u8,
    b: u64,
    c: u16,
    d: u128,
    e: bool,
}

struct Free {
    a: u8,
    b: u64,
    c: u16,
    d: u128,
    e: bool,
}

fn start(one: u8) {
    mir! {
        let fixed: Fixed;
        let free: Free;
        let copied: Free;
        let tuple: (u8, u64, u16);
        let nothing: ();
        {
            fixed = Fixed { a: one, b: 2, c: 3, d: 4, e: true };
            free = Free { a: fixed.a, b: fixed.b, c: fixed.c, d: fixed.d, e: fixed.e };
            copied = free;
            Call(nothing = kvant::observe_u8(1, copied.a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u64(2, copied.b), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Call(nothing = kvant::observe_u16(3, copied.c), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Call(nothing = kvant::observe_u128(4, copied.d), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            Call(nothing = kvant::observe_bool(5, copied.e), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            tuple = (copied.a, copied.b, copied.c);
            Call(nothing = kvant::observe_u64(6, tuple.1), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
