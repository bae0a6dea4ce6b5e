// A pointer to something that is gone may be copied, stored, passed and replaced, and pointed at.
//~ FINE: dangling
//~ OBSERVES: 1 u8 8

struct Holder {
    p: *mut u8,
    n: u8,
}

fn pass(p: *mut u8) -> *mut u8 {
    mir! {
        {
            RET = p;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let gone: u8;
        let here: u8;
        let p: *mut u8;
        let q: *mut u8;
        let holder: Holder;
        let copied: Holder;
        let nothing: ();
        {
            StorageLive(gone);
            gone = 1;
            p = addr_of_mut!(gone);
            StorageDead(gone);
            holder = Holder { p: p, n: x };
            copied = holder;
            Call(q = pass(copied.p), ReturnTo(back), UnwindContinue())
        }
        back = {
            q = addr_of_mut!(*p);
            here = 8;
            p = addr_of_mut!(here);
            Call(nothing = kvant::observe_u8(1, *p), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
