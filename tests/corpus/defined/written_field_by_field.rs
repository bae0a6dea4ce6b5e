// An aggregate whose fields were all written is a value, whatever lies between them.
//~ FINE: uninitialised
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u64 2
//~ OBSERVES: 3 u8 3

#[repr(C)]
struct Padded {
    a: u8,
    b: u64,
    c: u8,
}

fn pass(padded: Padded) -> Padded {
    mir! {
        {
            RET = padded;
            Return()
        }
    }
}

fn start(one: u8) {
    mir! {
        let padded: Padded;
        let copied: Padded;
        let twice: [Padded; 2];
        let i: usize;
        let nothing: ();
        {
            padded.a = one;
            padded.b = 2;
            padded.c = 3;
            Call(copied = pass(padded), ReturnTo(back), UnwindContinue())
        }
        back = {
            twice = [copied; 2];
            i = 1;
            Call(nothing = kvant::observe_u8(1, twice[i].a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Call(nothing = kvant::observe_u64(2, twice[i].b), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Call(nothing = kvant::observe_u8(3, twice[i].c), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
