// The result of a call would be written there.

fn seven() -> u8 {
    mir! {
        {
            RET = 7_u8;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let a: [u8; 2];
        let b: [u8; 2];
        let i: usize;
        let p: *mut u8;
        {
            a = [x; 2];
            i = 1_usize;
            p = addr_of_mut!(a[i]);
            b = Move(a);
            Call(*p = seven(), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: moved-place
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
