// Making a reference is a read.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &u32;
        {
            r = &mut x;
            *r = 8;
            s = &x;
            *r = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
