// What a reference was moved from stays its parent, and a raw pointer of the parent may go on afterwards.
//~ FINE: borrow
//~ OBSERVES: 1 u32 9

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let s: &mut u32;
        let nothing: ();
        {
            r = &mut x;
            p = addr_of_mut!(*r);
            s = Move(r);
            *s = 8;
            *p = *p + 1;
            Call(nothing = kvant::observe_u32(1, x), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u32)))
}
