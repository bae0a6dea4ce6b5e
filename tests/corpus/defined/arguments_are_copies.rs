// An aggregate argument is the callee's own: writing it leaves the caller's alone, even by pointer.
//~ OBSERVES: 1 u8 77
//~ OBSERVES: 2 u8 1
//~ OBSERVES: 3 u8 88
//~ OBSERVES: 4 u8 77

struct Three {
    a: u8,
    b: u8,
    c: u8,
}

fn change(own: Three, outer: *mut Three) -> Three {
    mir! {
        let nothing: ();
        {
            own.a = 77;
            Call(nothing = kvant::observe_u8(1, own.a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u8(2, (*outer).a), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            (*outer).a = 88;
            RET = own;
            Return()
        }
    }
}

fn start(one: u8) {
    mir! {
        let three: Three;
        let back: Three;
        let p: *mut Three;
        let nothing: ();
        {
            three = Three { a: one, b: 2, c: 3 };
            p = addr_of_mut!(three);
            Call(back = change(three, p), ReturnTo(changed), UnwindContinue())
        }
        changed = {
            Call(nothing = kvant::observe_u8(3, three.a), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Call(nothing = kvant::observe_u8(4, back.a), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
