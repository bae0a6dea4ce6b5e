// A write by the owner ends a mutable reference, even one that was never used.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        {
            r = &mut x;
            x = 8;
            *r = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
