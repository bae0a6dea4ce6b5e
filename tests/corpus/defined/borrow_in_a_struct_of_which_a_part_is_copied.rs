// A reference that is over does no harm to what lies beside it.
//~ FINE: borrow
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u16 8

struct Holder { reader: &u16, other: u8 }

fn start(x: u16) {
    mir! {
        let holder: Holder;
        let r: &u16;
        let nothing: ();
        {
            r = &x;
            holder = Holder { reader: r, other: 1 };
            x = 8;
            Call(nothing = kvant::observe_u8(1, holder.other), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            r = &x;
            holder.reader = r;
            r = holder.reader;
            Call(nothing = kvant::observe_u16(2, *r), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}
