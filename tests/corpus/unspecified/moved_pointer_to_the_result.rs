// The pointer to where the result goes is moved to the function.

fn f(p: *mut u32) -> u32 {
    mir! {
        {
            RET = 9_u32;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        {
            p = addr_of_mut!(x);
            Call(*p = f(Move(p)), ReturnTo(next), UnwindUnreachable()) //~ UNSPECIFIED: moved-twice
        }
        next = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
