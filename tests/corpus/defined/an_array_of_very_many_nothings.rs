// An array of values without bytes may have any length, and takes no time to fill.
//~ OBSERVES: 1 u8 3

struct Empty {}

fn start(x: u8) {
    mir! {
        let empty: Empty;
        let many: [Empty; 1152921504606846976];
        let nested: [[Empty; 1152921504606846976]; 9];
        let i: usize;
        let nothing: ();
        {
            empty = Empty {};
            many = [empty; 1152921504606846976];
            nested = [many; 9];
            i = 1152921504606846975;
            many[i] = empty;
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
