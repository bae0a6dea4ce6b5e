// The half of its argument that others read is lost to the function.

#[inline(never)]
fn half(r: &mut [u16; 2], p: *const u16) -> u16 {
    mir! {
        let i: usize;
        {
            i = 0;
            (*r)[i] = 1;
            p = Offset(p, 1_isize);
            RET = *p;
            i = 1;
            (*r)[i] = 2; //~ UB: borrow
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
        {
            array = [x; 2];
            whole = addr_of_mut!(array);
            first = whole as *mut u16;
            p = first as *const u16;
            r = &mut *whole;
            Call(y = half(Move(r), p), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16)))
}
