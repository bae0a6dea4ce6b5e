// Passing a struct is a typed copy.

#[repr(C)]
struct Flags {
    count: u8,
    flag: bool,
}

fn take(flags: Flags) {
    mir! {
        {
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let flags: Flags;
        let p: *mut Flags;
        {
            p = addr_of_mut!(flags);
            Call(unit = core::intrinsics::write_bytes(p, x, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = take(flags), ReturnTo(next_2), UnwindUnreachable()) //~ UB: invalid-bool
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(255_u8)))
}
