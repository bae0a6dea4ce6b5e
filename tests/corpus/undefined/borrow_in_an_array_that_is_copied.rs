// An array cannot be copied once one of the references in it is over.

fn start(x: u8, y: u8) {
    mir! {
        let array: [&u8; 2];
        let copy: [&u8; 2];
        let r: &u8;
        let s: &u8;
        {
            r = &x;
            s = &y;
            array = [r, s];
            y = 9;
            copy = array; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(8_u8)))
}
