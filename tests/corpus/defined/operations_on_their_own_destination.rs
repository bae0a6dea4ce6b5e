// Arithmetic reads its operands before it writes its result, so both may be one place.
//~ FINE: overlapping-assignment
//~ OBSERVES: 1 u8 6
//~ OBSERVES: 2 i8 -4
//~ OBSERVES: 3 u8 200
//~ OBSERVES: 4 u8 144
//~ OBSERVES: 5 bool true
//~ OBSERVES: 6 u8 8

fn start(x: u8, y: i8) {
    mir! {
        let pair: (u8, bool);
        let p: *mut u8;
        let nothing: ();
        {
            x = x + x;
            Call(nothing = kvant::observe_u8(1, x), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            y = -y;
            Call(nothing = kvant::observe_i8(2, y), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            pair = (200, false);
            pair = Checked(pair.0 + 0);
            Call(nothing = kvant::observe_u8(3, pair.0), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            pair = Checked(pair.0 + pair.0);
            Call(nothing = kvant::observe_u8(4, pair.0), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            Call(nothing = kvant::observe_bool(5, pair.1), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            p = addr_of_mut!(x);
            *p = x + 2;
            Call(nothing = kvant::observe_u8(6, x), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(3_u8), kvant::hide(4_i8)))
}
