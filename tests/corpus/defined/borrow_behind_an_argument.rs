// A reference that an argument only points to is not protected.
//~ FINE: borrow
//~ OBSERVES: 1 u32 10

struct Holder { writer: &mut u32, other: u8 }

fn set(holder: *mut Holder, p: *mut u32) {
    mir! {
        let w: &mut u32;
        {
            *p = 8;
            w = &mut *p;
            *w = *w + 1;
            (*holder).writer = Move(w);
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let holder: Holder;
        let w: &mut u32;
        let p: *mut u32;
        let h: *mut Holder;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            w = &mut *p;
            holder = Holder { writer: Move(w), other: 1 };
            h = addr_of_mut!(holder);
            Call(nothing = set(h, p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            w = Move(holder.writer);
            *w = *w + 1;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
