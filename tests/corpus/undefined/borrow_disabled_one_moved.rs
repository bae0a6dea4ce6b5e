// Moving a mutable reference makes it anew, so one that is over cannot be moved.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        {
            r = &mut x;
            x = 8;
            s = Move(r); //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
