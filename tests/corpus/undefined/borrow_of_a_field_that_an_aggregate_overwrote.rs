// Assigning the whole is a write to each of its fields.

fn start(x: u32) {
    mir! {
        let t: (u32, u32);
        let r: &u32;
        {
            t = (x, x);
            r = &t.1;
            t = (1_u32, 2_u32);
            x = *r; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
