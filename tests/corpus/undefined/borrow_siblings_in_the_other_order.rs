// Two mutable references to one place cannot both be used: the first was ended by the second's write.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let y: u32;
        {
            r = &mut x;
            s = &mut x;
            *s = 8;
            y = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
