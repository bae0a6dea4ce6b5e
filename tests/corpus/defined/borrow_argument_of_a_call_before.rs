// The arguments of functions that have returned are not protected any more.
//~ FINE: borrow
//~ OBSERVES: 1 u32 16

fn first(r: &mut u32) {
    mir! {
        {
            *r = *r + 1;
            Return()
        }
    }
}

fn second(p: *mut u32) {
    mir! {
        {
            *p = *p * 2;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            Call(nothing = first(Move(r)), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = second(p), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
