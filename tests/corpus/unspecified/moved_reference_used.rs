// A mutable reference that was moved away is not there any more.

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let s: &mut u32;
        {
            r = &mut x;
            s = Move(r);
            *s = 8;
            *r = 9; //~ UNSPECIFIED: moved-place
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
