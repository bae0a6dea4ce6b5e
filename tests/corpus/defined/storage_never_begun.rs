// A local that stays dead is nobody's business.
//~ FINE: dead-local
//~ FINE: storage-live-at-return
//~ OBSERVES: 1 u8 3

fn start(x: u8) {
    mir! {
        let unused: u8;
        let nothing: ();
        {
            match x {
                0 => never,
                _ => done,
            }
        }
        never = {
            StorageLive(unused);
            unused = 1;
            StorageDead(unused);
            Goto(done)
        }
        done = {
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
