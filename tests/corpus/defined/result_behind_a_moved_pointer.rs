// Where the result goes is found before the arguments are moved.
//~ OBSERVES: 0 u32 9

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
        let unit: ();
        let p: *mut u32;
        {
            p = addr_of_mut!(x);
            Call(*p = f(Move(p)), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, x), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
