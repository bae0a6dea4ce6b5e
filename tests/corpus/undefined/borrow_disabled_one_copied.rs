// Copying a reference reads what it is to, so one that is over cannot be copied.

fn start(x: u32) {
    mir! {
        let r: &u32;
        let s: &u32;
        {
            r = &x;
            x = 8;
            s = r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
