// A promised layout does not make an enum valid whose field is missing.

#[repr(u8)]
enum Known {
    No,
    Yes(u8),
}

fn take(known: Known) {
    mir! {
        {
            Return()
        }
    }
}

fn start() {
    mir! {
        let unit: ();
        let known: Known;
        {
            SetDiscriminant(known, 1);
            Call(unit = take(known), ReturnTo(next_1), UnwindUnreachable()) //~ UB: uninitialised
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
