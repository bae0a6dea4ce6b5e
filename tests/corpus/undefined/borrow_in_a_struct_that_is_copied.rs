// A struct cannot be copied once a reference in it is over.

struct Holder { reader: &u16, other: u8 }

fn start(x: u16) {
    mir! {
        let holder: Holder;
        let copy: Holder;
        let r: &u16;
        {
            r = &x;
            holder = Holder { reader: r, other: 1 };
            x = 8;
            copy = holder; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}
