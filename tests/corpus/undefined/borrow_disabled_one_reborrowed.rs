// Nothing is borrowed from a reference that is over.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &u32;
        {
            r = &mut x;
            x = 8;
            s = &*r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
