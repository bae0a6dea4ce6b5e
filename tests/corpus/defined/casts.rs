// A cast extends as the source type says and cuts down to the target type.
//~ OBSERVES: 1 u8 255
//~ OBSERVES: 2 i32 -1
//~ OBSERVES: 3 u128 340282366920938463463374607431768211455
//~ OBSERVES: 4 usize 18446744073709551615
//~ OBSERVES: 5 i8 -128
//~ OBSERVES: 6 u8 128
//~ OBSERVES: 7 i32 65408
//~ OBSERVES: 8 i16 -128
//~ OBSERVES: 9 u32 2147483649
//~ OBSERVES: 10 i32 -2147483647
//~ OBSERVES: 11 isize 6442450945
//~ OBSERVES: 12 i8 1
//~ OBSERVES: 13 u128 0
//~ OBSERVES: 14 i64 255

fn start(minus_one: i8, word: u16, long: u64, yes: bool) {
    mir! {
        let a: u8;
        let b: i32;
        let c: u128;
        let d: usize;
        let e: i8;
        let f: i16;
        let g: u32;
        let h: isize;
        let i: i64;
        let no: bool;
        let nothing: ();
        {
            a = minus_one as u8;
            Call(nothing = kvant::observe_u8(1, a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            b = minus_one as i32;
            Call(nothing = kvant::observe_i32(2, b), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            c = minus_one as u128;
            Call(nothing = kvant::observe_u128(3, c), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            d = minus_one as usize;
            Call(nothing = kvant::observe_usize(4, d), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            e = word as i8;
            Call(nothing = kvant::observe_i8(5, e), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            a = word as u8;
            Call(nothing = kvant::observe_u8(6, a), ReturnTo(after_6), UnwindContinue())
        }
        after_6 = {
            b = word as i32;
            Call(nothing = kvant::observe_i32(7, b), ReturnTo(after_7), UnwindContinue())
        }
        after_7 = {
            f = word as i16;
            Call(nothing = kvant::observe_i16(8, f), ReturnTo(after_8), UnwindContinue())
        }
        after_8 = {
            g = long as u32;
            Call(nothing = kvant::observe_u32(9, g), ReturnTo(after_9), UnwindContinue())
        }
        after_9 = {
            b = long as i32;
            Call(nothing = kvant::observe_i32(10, b), ReturnTo(after_10), UnwindContinue())
        }
        after_10 = {
            h = long as isize;
            Call(nothing = kvant::observe_isize(11, h), ReturnTo(after_11), UnwindContinue())
        }
        after_11 = {
            e = yes as i8;
            Call(nothing = kvant::observe_i8(12, e), ReturnTo(after_12), UnwindContinue())
        }
        after_12 = {
            no = !yes;
            c = no as u128;
            Call(nothing = kvant::observe_u128(13, c), ReturnTo(after_13), UnwindContinue())
        }
        after_13 = {
            a = minus_one as u8;
            i = a as i64;
            Call(nothing = kvant::observe_i64(14, i), ReturnTo(after_14), UnwindContinue())
        }
        after_14 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1_i8), kvant::hide(65408_u16), kvant::hide(6442450945_u64), kvant::hide(true)))
}
