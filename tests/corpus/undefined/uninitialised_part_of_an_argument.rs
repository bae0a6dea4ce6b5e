// So does passing it to a function.

fn take(list: [u16; 3]) {
    mir! {
        {
            Return()
        }
    }
}

fn start(x: u16) {
    mir! {
        let list: [u16; 3];
        let i: usize;
        let nothing: ();
        {
            i = 0;
            list[i] = x;
            i = 1;
            list[i] = x;
            Call(nothing = take(list), ReturnTo(back), UnwindContinue()) //~ UB: uninitialised
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u16)))
}
