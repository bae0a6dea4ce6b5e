// What the owner writes ends a mutable reference that was written through.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let y: u32;
        {
            r = &mut x;
            *r = 8;
            x = 9;
            y = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
