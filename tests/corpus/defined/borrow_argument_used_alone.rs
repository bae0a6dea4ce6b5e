// A function writes through its argument while nobody else touches it, and the owner goes on afterwards.
//~ FINE: borrow
//~ OBSERVES: 1 u32 8
//~ OBSERVES: 2 u32 16

fn add(r: &mut u32, p: *mut u32) -> u32 {
    mir! {
        {
            *r = *r + 1;
            RET = *r;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let y: u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(y = add(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            *p = *p * 2;
            Call(nothing = kvant::observe_u32(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(2, x), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
