// A function that is right for one caller and wrong for another.

fn pick(list: *const [u16; 2], i: usize) -> u16 {
    mir! {
        {
            RET = (*list)[i]; //~ UB: index-out-of-bounds
            Return()
        }
    }
}

fn start(i: usize) {
    mir! {
        let list: [u16; 2];
        let p: *const [u16; 2];
        let got: u16;
        let nothing: ();
        {
            list = [7, 8];
            p = addr_of!(list);
            Call(got = pick(p, i), ReturnTo(first), UnwindContinue())
        }
        first = {
            Call(nothing = kvant::observe_u16(1, got), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            i = i + 1;
            Call(got = pick(p, i), ReturnTo(second), UnwindContinue())
        }
        second = {
            Call(nothing = kvant::observe_u16(2, got), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_usize)))
}
