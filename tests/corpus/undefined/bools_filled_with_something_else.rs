// Filling them is fine, and reading them afterwards is not.

fn start(x: u8) {
    mir! {
        let flags: [bool; 2];
        let all: *mut [bool; 2];
        let p: *mut bool;
        let other: [bool; 2];
        let unit: ();
        {
            flags = [true; 2];
            all = addr_of_mut!(flags);
            p = all as *mut bool;
            Call(unit = core::intrinsics::write_bytes(p, x, 2_usize), ReturnTo(filled), UnwindUnreachable())
        }
        filled = {
            other = flags; //~ UB: invalid-bool
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(2_u8)))
}
