// An operator reads its operand, and 3 is no `bool`.

fn start(x: u8) {
    mir! {
        let flag: bool;
        let other: bool;
        let p: *mut bool;
        let q: *mut u8;
        {
            flag = true;
            p = addr_of_mut!(flag);
            q = p as *mut u8;
            *q = x;
            other = !flag; //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
