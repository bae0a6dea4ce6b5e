// Two indices may turn out to be one.

fn start(x: u8, i: usize, j: usize) {
    mir! {
        let array: [u8; 3];
        let first: &mut u8;
        let second: &mut u8;
        {
            array = [x; 3];
            first = &mut array[i];
            second = &mut array[j];
            *first = 1;
            *second = 2; //~ UB: borrow
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8), kvant::hide(1_usize), kvant::hide(1_usize)))
}
