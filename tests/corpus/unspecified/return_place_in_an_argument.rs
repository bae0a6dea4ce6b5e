// The result goes to a part of the argument.

fn sum(list: [u32; 3]) -> u32 {
    mir! {
        let i: usize;
        let j: usize;
        {
            i = 0;
            j = 2;
            RET = list[i] + list[j];
            Return()
        }
    }
}

fn start(one: u32) {
    mir! {
        let list: [u32; 3];
        let i: usize;
        {
            list = [one; 3];
            i = 1;
            Call(list[i] = sum(list), ReturnTo(back), UnwindContinue()) //~ UNSPECIFIED: overlapping-return-place
        }
        back = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
