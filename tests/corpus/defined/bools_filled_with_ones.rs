// Each of them is 1 then.
//~ FINE: invalid-bool
//~ OBSERVES: 1 bool true

fn start(x: u8, i: usize) {
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
            other = flags;
            Call(unit = kvant::observe_bool(1_u32, other[i]), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8), kvant::hide(1_usize)))
}
