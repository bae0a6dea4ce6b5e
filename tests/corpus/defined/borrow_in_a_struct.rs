// References in a struct are copied and moved with it.
//~ FINE: borrow
//~ OBSERVES: 1 u16 15
//~ OBSERVES: 2 u16 7

struct Holder { reader: &u16, writer: &mut u16 }

fn start(x: u16, y: u16) {
    mir! {
        let holder: Holder;
        let moved: Holder;
        let r: &u16;
        let w: &mut u16;
        let nothing: ();
        {
            r = &x;
            w = &mut y;
            holder = Holder { reader: r, writer: Move(w) };
            moved = Move(holder);
            r = moved.reader;
            w = Move(moved.writer);
            *w = *w + *r;
            Call(nothing = kvant::observe_u16(1, y), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u16(2, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16), kvant::hide(8_u16)))
}
