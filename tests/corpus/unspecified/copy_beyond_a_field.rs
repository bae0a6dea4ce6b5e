// The bytes of the field and one more.

struct Loose {
    a: [u8; 2],
    b: [u8; 2],
    c: [u8; 2],
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let two: [u8; 2];
        let loose: Loose;
        let three: [u8; 3];
        let whole: *mut [u8; 3];
        let p: *const [u8; 2];
        let from: *const u8;
        let to: *mut u8;
        {
            two = [x; 2];
            loose = Loose { a: two, b: two, c: two };
            p = addr_of!(loose.b);
            from = p as *const u8;
            whole = addr_of_mut!(three);
            to = whole as *mut u8;
            Call(unit = core::intrinsics::copy_nonoverlapping(from, to, 3_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: layout-dependent
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
