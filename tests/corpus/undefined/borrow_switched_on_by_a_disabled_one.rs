// A decision reads too.

fn start(x: u32) {
    mir! {
        let r: &u32;
        {
            r = &x;
            x = 0;
            match *r { //~ UB: borrow
                0 => done,
                _ => done,
            }
        }
        done = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
