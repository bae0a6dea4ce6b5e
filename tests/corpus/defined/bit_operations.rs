// `&`, `|`, `^` and `!` on integers and on `bool`.
//~ OBSERVES: 1 u8 66
//~ OBSERVES: 2 u8 222
//~ OBSERVES: 3 u8 156
//~ OBSERVES: 4 u8 53
//~ OBSERVES: 5 i16 1
//~ OBSERVES: 6 i16 254
//~ OBSERVES: 7 i16 -1
//~ OBSERVES: 8 bool false
//~ OBSERVES: 9 bool true
//~ OBSERVES: 10 bool false
//~ OBSERVES: 11 bool false

fn start(a: u8, b: u8, c: i16, yes: bool) {
    mir! {
        let byte: u8;
        let word: i16;
        let flag: bool;
        let nothing: ();
        {
            byte = a & b;
            Call(nothing = kvant::observe_u8(1, byte), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            byte = a | b;
            Call(nothing = kvant::observe_u8(2, byte), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            byte = a ^ b;
            Call(nothing = kvant::observe_u8(3, byte), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            byte = !a;
            Call(nothing = kvant::observe_u8(4, byte), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            word = !c;
            Call(nothing = kvant::observe_i16(5, word), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            word = c & 0xff;
            Call(nothing = kvant::observe_i16(6, word), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            word = c ^ 1;
            Call(nothing = kvant::observe_i16(7, word), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            flag = yes & false;
            Call(nothing = kvant::observe_bool(8, flag), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            flag = yes | false;
            Call(nothing = kvant::observe_bool(9, flag), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            flag = yes ^ yes;
            Call(nothing = kvant::observe_bool(10, flag), ReturnTo(after_10), UnwindContinue())
        }
        after_10 = {
            flag = !yes;
            Call(nothing = kvant::observe_bool(11, flag), ReturnTo(after_11), UnwindContinue())
        }
        after_11 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(0b1100_1010_u8), kvant::hide(0b0101_0110_u8), kvant::hide(-2_i16), kvant::hide(true)))
}
