// The return place of a call must exist before the call.

enum Maybe {
    No,
    Yes(u8),
}

fn seven() -> u8 {
    mir! {
        {
            RET = 7_u8;
            Return()
        }
    }
}

fn start() {
    mir! {
        let maybe: Maybe;
        {
            maybe = Maybe::No;
            Call(place!(Field::<u8>(Variant(maybe, 1), 0)) = seven(), ReturnTo(next_1), UnwindUnreachable()) //~ UNSPECIFIED: inactive-variant
        }
        next_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
