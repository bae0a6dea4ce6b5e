// Bytes are copied as they are, also those of a reference that is over.
//~ FINE: borrow
//~ OBSERVES: 1 u32 9

fn start(x: u32, y: u32) {
    mir! {
        let p: *mut u32;
        let r: &u32;
        let q: *const &u32;
        let s: &u32;
        let to: *mut &u32;
        let unit: ();
        {
            p = addr_of_mut!(x);
            r = &*p;
            *p = 8;
            q = addr_of!(r);
            s = &y;
            to = addr_of_mut!(s);
            Call(unit = core::intrinsics::copy_nonoverlapping(q, to, 1_usize), ReturnTo(copied), UnwindUnreachable())
        }
        copied = {
            s = &y;
            Call(unit = kvant::observe_u32(1_u32, *s), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32), kvant::hide(9_u32)))
}
