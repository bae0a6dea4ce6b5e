// The one that is over is replaced before the pair is made.
//~ FINE: borrow
//~ OBSERVES: 1 u32 7
//~ OBSERVES: 2 u32 8

fn both(p: *mut (u32, u32)) -> (&u32, &u32) {
    mir! {
        let a: &u32;
        let b: &u32;
        {
            a = &(*p).0;
            b = &(*p).1;
            (*p).1 = 8;
            b = &(*p).1;
            RET = (a, b);
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let t: (u32, u32);
        let p: *mut (u32, u32);
        let refs: (&u32, &u32);
        let r: &u32;
        let unit: ();
        {
            t = (x, x);
            p = addr_of_mut!(t);
            Call(refs = both(p), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            r = refs.0;
            Call(unit = kvant::observe_u32(1_u32, *r), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            r = refs.1;
            Call(unit = kvant::observe_u32(2_u32, *r), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
