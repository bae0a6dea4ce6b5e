// Who reads behind a mutable reference that was written through ends its right to write.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let y: u32;
        {
            r = &mut x;
            *r = 8;
            y = x;
            *r = y; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
