// Each half writes bytes of its own.
//~ FINE: borrow
//~ OBSERVES: 1 u8 9
//~ OBSERVES: 2 u8 8

fn start(x: u8, i: usize, j: usize) {
    mir! {
        let array: [u8; 4];
        let all: *mut [u8; 4];
        let p: *mut u8;
        let q: *mut u8;
        let half: *mut [u8; 2];
        let left: &mut [u8; 2];
        let right: &mut [u8; 2];
        let unit: ();
        {
            array = [x; 4];
            all = addr_of_mut!(array);
            p = all as *mut u8;
            q = Offset(p, 2_isize);
            half = p as *mut [u8; 2];
            left = &mut *half;
            half = q as *mut [u8; 2];
            right = &mut *half;
            (*right)[i] = 8;
            (*left)[j] = 9;
            x = (*right)[i];
            Call(unit = kvant::observe_u8(1_u32, array[j]), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Call(unit = kvant::observe_u8(2_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(0_usize), kvant::hide(1_usize)))
}
