// 0 is a valid `bool`, also if it was written as a byte.
//~ FINE: invalid-bool
//~ OBSERVES: 1 bool true

fn start(x: u8) {
    mir! {
        let flag: bool;
        let other: bool;
        let p: *mut bool;
        let q: *mut u8;
        let unit: ();
        {
            flag = true;
            p = addr_of_mut!(flag);
            q = p as *mut u8;
            *q = x;
            other = !flag;
            Call(unit = kvant::observe_bool(1_u32, other), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8)))
}
