// Each call that passes an aggregate takes its own copy of it in an unoptimised build.
//~ OBSERVES: 0 u8 5
//~ OBSERVES: 1 u8 5

fn second(a: [u8; 100000], i: usize) -> u8 {
    mir! {
        {
            RET = a[i];
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let a: [u8; 100000];
        let i: usize;
        let b: u8;
        {
            a = [x; 100000];
            i = 99999_usize;
            Call(b = second(a, i), ReturnTo(first), UnwindUnreachable())
        }
        first = {
            Call(unit = kvant::observe_u8(0_u32, b), ReturnTo(again), UnwindUnreachable())
        }
        again = {
            Call(b = second(a, i), ReturnTo(report), UnwindUnreachable())
        }
        report = {
            Call(unit = kvant::observe_u8(1_u32, b), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u8)))
}
