// Raw pointers made from the owner are the owner.
//~ FINE: borrow
//~ OBSERVES: 1 u32 19

fn start(x: u32) {
    mir! {
        let r: &mut u32;
        let p: *mut u32;
        let nothing: ();
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            *r = 8;
            *p = *p + 1;
            x = x * 2;
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
