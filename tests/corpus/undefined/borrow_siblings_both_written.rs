// Two mutable references to one place cannot both be written through: the second was ended by the first.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        {
            r = &mut x;
            s = &mut x;
            *r = 8;
            *s = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
