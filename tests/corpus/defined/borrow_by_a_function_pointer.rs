// References go through function pointers as through calls by name.
//~ FINE: borrow
//~ OBSERVES: 1 u32 15
//~ OBSERVES: 2 u32 15

fn add(r: &mut u32, s: &u32) -> u32 {
    mir! {
        {
            *r = *r + *s;
            RET = *r;
            Return()
        }
    }
}

fn start(x: u32, y: u32) {
    mir! {
        let f: fn(&mut u32, &u32) -> u32;
        let r: &mut u32;
        let s: &u32;
        let z: u32;
        let nothing: ();
        {
            f = const { add as fn(&mut u32, &u32) -> u32 };
            r = &mut x;
            s = &y;
            Call(z = (f)(Move(r), s), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, z), ReturnTo(b2), UnwindUnreachable())
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
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(8_u32)))
}
