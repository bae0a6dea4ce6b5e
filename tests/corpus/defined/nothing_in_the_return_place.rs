// A part without bytes has none in common with the return place it lies in.
//~ FINE: return-place-in-use
//~ OBSERVES: 1 u32 2

struct Empty {}

struct Mixed {
    a: u64,
    gap: Empty,
    b: u32,
}

fn make(p: *mut Mixed) -> Mixed {
    mir! {
        let empty: Empty;
        {
            (*p).gap = empty;
            empty = (*p).gap;
            RET = Mixed { a: 1, gap: empty, b: 2 };
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let mixed: Mixed;
        let p: *mut Mixed;
        let nothing: ();
        {
            p = addr_of_mut!(mixed);
            Call(mixed = make(p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u32(1, mixed.b), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
