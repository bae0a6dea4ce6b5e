// Bytes may be copied from a shared reference to a mutable one.
//~ FINE: borrow
//~ OBSERVES: 1 u32 7

fn copy(r: &u32, w: &mut u32) {
    mir! {
        let from: *const u32;
        let to: *mut u32;
        let nothing: ();
        {
            from = addr_of!(*r);
            to = addr_of_mut!(*w);
            Call(nothing = core::intrinsics::copy_nonoverlapping(from, to, 1_usize), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn start(x: u32, y: u32) {
    mir! {
        let r: &u32;
        let w: &mut u32;
        let nothing: ();
        {
            r = &x;
            w = &mut y;
            Call(nothing = copy(r, Move(w)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(8_u32)))
}
