// A mutable reference that the owner's write ended cannot be read through either.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let y: u32;
        {
            r = &mut x;
            x = 8;
            y = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
