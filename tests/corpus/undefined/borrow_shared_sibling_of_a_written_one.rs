// A shared reference ends when its mutable sibling is written through.

fn start(x: u32) {
    mir! {
        let r: &u32;
        let m: &mut u32;
        let y: u32;
        {
            r = &x;
            m = &mut x;
            y = *r;
            *m = y;
            y = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
