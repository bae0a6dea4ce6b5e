// A mutable reference that lost its right to write can be lent to somebody who reads.
//~ FINE: borrow
//~ OBSERVES: 1 u32 16

fn get(r: &mut u32) -> u32 {
    mir! {
        {
            RET = *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let y: u32;
        let z: u32;
        let nothing: ();
        {
            r = &mut x;
            *r = 8;
            y = x;
            Call(z = get(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            y = y + z;
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
