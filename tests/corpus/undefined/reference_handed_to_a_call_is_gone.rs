// An argument is a new reference, so it must be to something that lives.

fn ignore(r: &u8) {
    mir! {
        {
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let gone: u8;
        let r: &u8;
        let nothing: ();
        {
            StorageLive(gone);
            gone = x;
            r = &gone;
            StorageDead(gone);
            Call(nothing = ignore(r), ReturnTo(b1), UnwindUnreachable()) //~ UB: dangling
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
