// A write by the owner ends a shared reference.

fn start(x: u32) {
    mir! {
        let r: &u32;
        let y: u32;
        {
            r = &x;
            y = *r;
            x = y + 1;
            y = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
