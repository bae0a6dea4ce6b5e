// What has no bytes has no uninitialised ones.
//~ FINE: uninitialised
//~ OBSERVES: 1 u8 3

struct Empty {}

fn give() -> Empty {
    mir! {
        {
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let a: Empty;
        let b: Empty;
        let unit: ();
        let other: ();
        let list: [u64; 0];
        let same: [u64; 0];
        let nothing: ();
        {
            b = a;
            other = unit;
            same = list;
            Call(a = give(), ReturnTo(back), UnwindContinue())
        }
        back = {
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8)))
}
