// A mutable reference that lost its right to write cannot be lent to somebody who writes.

fn set(r: &mut u32) {
    mir! {
        {
            *r = 9; //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let y: u32;
        let nothing: ();
        {
            r = &mut x;
            *r = 8;
            y = x;
            Call(nothing = set(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
