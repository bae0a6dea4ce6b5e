// What a parent reads is foreign to its child, which was written through and may not write any more.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        let y: u32;
        {
            r = &mut x;
            s = &mut *r;
            *s = 8;
            y = *r;
            *s = y; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
