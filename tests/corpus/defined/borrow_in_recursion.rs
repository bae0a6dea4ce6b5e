// Every call of a recursion borrows from the reference of the one before, and goes on with its own
// afterwards.
//~ FINE: borrow
//~ OBSERVES: 1 u32 32

fn count(r: &mut u32, depth: u8) {
    mir! {
        let inner: &mut u32;
        let nothing: ();
        {
            *r = *r + 1;
            match depth {
                0 => done,
                _ => deeper,
            }
        }
        deeper = {
            depth = depth - 1;
            inner = &mut *r;
            Call(nothing = count(Move(inner), depth), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *r = *r * 2;
            Goto(done)
        }
        done = {
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            Call(nothing = count(Move(r), 3), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0_u32)))
}
