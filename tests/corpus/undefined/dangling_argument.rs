// So do its arguments, which are copies of the caller's.

struct Holder {
    kept: *mut u16,
}

fn leak(own: (u16, u16), holder: *mut Holder) {
    mir! {
        {
            (*holder).kept = addr_of_mut!(own.1);
            Return()
        }
    }
}

fn start(x: u16) {
    mir! {
        let pair: (u16, u16);
        let holder: Holder;
        let to_holder: *mut Holder;
        let p: *mut u16;
        let nothing: ();
        {
            pair = (x, 2);
            to_holder = addr_of_mut!(holder);
            Call(nothing = leak(pair, to_holder), ReturnTo(back), UnwindContinue())
        }
        back = {
            p = holder.kept;
            Call(nothing = kvant::observe_u16(1, *p), ReturnTo(after_1), UnwindContinue()) //~ UB: dangling
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u16)))
}
