// The reference is handed out and used, and then its parent is written.
//~ FINE: borrow
//~ OBSERVES: 1 u32 8

fn lend(p: *mut u32) -> &mut u32 {
    mir! {
        let r: &mut u32;
        {
            r = &mut *p;
            RET = Move(r);
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let p: *mut u32;
        let r: &mut u32;
        let unit: ();
        {
            p = addr_of_mut!(x);
            Call(r = lend(p), ReturnTo(then), UnwindUnreachable())
        }
        then = {
            *r = 9;
            *p = 8;
            Call(unit = kvant::observe_u32(1_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
