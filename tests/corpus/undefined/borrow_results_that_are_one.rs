// Of two mutable references to one element, the second of them written through, the first cannot be moved
// out.

#[inline(never)]
fn split(r: &mut [u8; 2], i: usize, j: usize) -> (&mut u8, &mut u8) {
    mir! {
        let a: &mut u8;
        let b: &mut u8;
        {
            a = &mut (*r)[i];
            b = &mut (*r)[j];
            *b = 1;
            RET = (Move(a), Move(b)); //~ UB: borrow
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let array: [u8; 2];
        let r: &mut [u8; 2];
        let pair: (&mut u8, &mut u8);
        {
            array = [x; 2];
            r = &mut array;
            Call(pair = split(Move(r), 1_usize, 1_usize), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
