// What is found behind a reference to a reference is made anew when it is copied, which it must survive.

fn start(x: u32) {
    mir! {
        let r: &u32;
        let rr: &&u32;
        let s: &u32;
        {
            r = &x;
            rr = &r;
            x = 8;
            s = *rr; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
