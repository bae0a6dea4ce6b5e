// Storage that was begun and never written is live too.

fn leave() {
    mir! {
        let held: [u8; 9];
        {
            match 1_u8 {
                0 => tidy,
                _ => hasty,
            }
        }
        tidy = {
            StorageDead(held);
            Return()
        }
        hasty = {
            StorageLive(held);
            Return() //~ UNSPECIFIED: storage-live-at-return
        }
    }
}

fn start(x: u8) {
    mir! {
        let nothing: ();
        {
            Call(nothing = leave(), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
