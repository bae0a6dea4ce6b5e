// A callee may initialise what its caller declared.
//~ FINE: uninitialised
//~ OBSERVES: 1 u16 500
//~ OBSERVES: 2 i8 -2

fn fill(out: *mut (u16, i8), value: u16) {
    mir! {
        {
            (*out).0 = value;
            (*out).1 = -2;
            Return()
        }
    }
}

fn start(value: u16) {
    mir! {
        let pair: (u16, i8);
        let copied: (u16, i8);
        let p: *mut (u16, i8);
        let nothing: ();
        {
            p = addr_of_mut!(pair);
            Call(nothing = fill(p, value), ReturnTo(filled), UnwindContinue())
        }
        filled = {
            copied = pair;
            Call(nothing = kvant::observe_u16(1, copied.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_i8(2, copied.1), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(500_u16)))
}
