// What a function hands out is made from what it was lent, and ends with that.

fn element(r: &mut [u16; 3], i: usize) -> &mut u16 {
    mir! {
        {
            RET = &mut (*r)[i];
            Return()
        }
    }
}

fn start(x: u16, i: usize) {
    mir! {
        let array: [u16; 3];
        let all: &mut [u16; 3];
        let lent: &mut [u16; 3];
        let one: &mut u16;
        {
            array = [x; 3];
            all = &mut array;
            lent = &mut *all;
            Call(one = element(Move(lent), i), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            (*all)[i] = 8;
            *one = 9; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u16), kvant::hide(2_usize)))
}
