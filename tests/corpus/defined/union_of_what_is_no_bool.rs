// Bytes that are no value of one field are harmless as long as nobody reads that field.
//~ FINE: invalid-bool
//~ FINE: invalid-char
//~ FINE: invalid-discriminant
//~ OBSERVES: 0 u8 7
//~ OBSERVES: 1 bool true
//~ OBSERVES: 2 u8 1
//~ OBSERVES: 3 u32 55296
//~ OBSERVES: 4 char 0xe000

#[repr(u8)]
enum Two {
    A,
    B,
}

#[repr(C)]
union Any {
    byte: u8,
    flag: bool,
    two: Two,
}

#[repr(C)]
union Letter {
    number: u32,
    letter: char,
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let any: Any;
        let copy: Any;
        let letter: Letter;
        let d: u8;
        {
            any = Any { byte: x };
            copy = any;
            Call(unit = kvant::observe_u8(0_u32, copy.byte), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            copy.byte = 1_u8;
            Call(unit = kvant::observe_bool(1_u32, copy.flag), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            d = Discriminant(copy.two);
            Call(unit = kvant::observe_u8(2_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            letter = Letter { number: 55296_u32 };
            Call(unit = kvant::observe_u32(3_u32, letter.number), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            letter.number = 57344_u32;
            Call(unit = kvant::observe_char(4_u32, letter.letter), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(7_u8)))
}
