// Operands and results of intrinsics go through references.
//~ FINE: borrow
//~ OBSERVES: 1 u32 5
//~ OBSERVES: 2 u16 33476

fn work(r: &u16, w: &mut u16) -> u32 {
    mir! {
        {
            Call(*w = core::intrinsics::rotate_left(*r, 4_u32), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(*w = core::intrinsics::bitreverse(*w), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(RET = core::intrinsics::ctpop(*w), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn start(x: u16, y: u16) {
    mir! {
        let r: &u16;
        let w: &mut u16;
        let n: u32;
        let nothing: ();
        {
            r = &x;
            w = &mut y;
            Call(n = work(r, Move(w)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, n), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u16(2, y), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4660_u16), kvant::hide(0_u16)))
}
