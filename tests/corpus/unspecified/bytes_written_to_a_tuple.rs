// What that makes of it depends on the layout.

fn start(x: u8) {
    mir! {
        let unit: ();
        let pair: (u8, u8);
        let p: *mut (u8, u8);
        {
            pair = (x, x);
            p = addr_of_mut!(pair);
            Call(unit = core::intrinsics::write_bytes(p, 1_u8, 1_usize), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: layout-dependent
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
