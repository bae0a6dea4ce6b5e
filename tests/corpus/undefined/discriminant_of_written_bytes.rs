// 0 is the tag of no variant here.

#[repr(u16)]
enum Two {
    A = 1,
    B = 256,
}

#[repr(C)]
struct Holder {
    two: Two,
    x: u8,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let holder: Holder;
        let copy: Holder;
        let p: *mut Holder;
        {
            p = addr_of_mut!(holder);
            Call(unit = core::intrinsics::write_bytes(p, x, 1_usize), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            copy = holder; //~ UB: invalid-discriminant
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u8)))
}
