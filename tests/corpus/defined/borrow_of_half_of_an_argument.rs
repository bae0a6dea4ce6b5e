// A function writes one half of its argument while others read the other half.
//~ FINE: borrow
//~ OBSERVES: 1 u16 14
//~ OBSERVES: 2 u16 1

#[inline(never)]
fn half(r: &mut [u16; 2], p: *const u16) -> u16 {
    mir! {
        let i: usize;
        {
            i = 0;
            (*r)[i] = 1;
            p = Offset(p, 1_isize);
            i = 1;
            RET = *p + (*r)[i];
            Return()
        }
    }
}

fn start(x: u16) {
    mir! {
        let array: [u16; 2];
        let whole: *mut [u16; 2];
        let first: *mut u16;
        let p: *const u16;
        let r: &mut [u16; 2];
        let y: u16;
        let nothing: ();
        {
            array = [x; 2];
            whole = addr_of_mut!(array);
            first = whole as *mut u16;
            p = first as *const u16;
            r = &mut *whole;
            Call(y = half(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u16(1, y), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(nothing = kvant::observe_u16(2, *p), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}
