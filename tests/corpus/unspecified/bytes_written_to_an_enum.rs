// Nobody knows where its tag is.

enum Maybe {
    No,
    Yes(u8),
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let maybe: Maybe;
        let p: *mut Maybe;
        {
            maybe = Maybe::Yes(x);
            p = addr_of_mut!(maybe);
            Call(unit = core::intrinsics::write_bytes(p, 0_u8, 1_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: layout-dependent
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
