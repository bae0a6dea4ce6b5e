// The return place of an outer call is still out of reach three calls further in.

fn down(depth: u8, p: *mut u8) -> u8 {
    mir! {
        let rest: u8;
        {
            match depth {
                0 => bottom,
                _ => more,
            }
        }
        more = {
            depth = depth - 1;
            Call(rest = down(depth, p), ReturnTo(back), UnwindContinue())
        }
        back = {
            RET = rest + 1;
            Return()
        }
        bottom = {
            RET = *p; //~ UB: return-place-in-use
            Return()
        }
    }
}

fn start(depth: u8) {
    mir! {
        let result: u8;
        let p: *mut u8;
        {
            result = 9;
            p = addr_of_mut!(result);
            Call(result = down(depth, p), ReturnTo(back), UnwindContinue())
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
