// Each of them must be one.
//~ FINE: invalid-bool
//~ FINE: invalid-char
//~ OBSERVES: 0 bool true
//~ OBSERVES: 1 bool false
//~ OBSERVES: 2 char 0xd7ff
//~ OBSERVES: 3 u32 1114111

fn start(x: u16) {
    mir! {
        let unit: ();
        let flags: [bool; 2];
        let numbers: [u32; 2];
        let letters: [char; 2];
        let i: usize;
        {
            flags = CastTransmute(x);
            i = 1_usize;
            Call(unit = kvant::observe_bool(0_u32, flags[i]), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            i = 0_usize;
            Call(unit = kvant::observe_bool(1_u32, flags[i]), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            numbers = [55295_u32, 1114111_u32];
            letters = CastTransmute(numbers);
            Call(unit = kvant::observe_char(2_u32, letters[i]), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            numbers = CastTransmute(letters);
            i = 1_usize;
            Call(unit = kvant::observe_u32(3_u32, numbers[i]), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(256_u16)))
}
