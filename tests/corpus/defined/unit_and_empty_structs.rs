// Values without bytes can be made, copied, passed, returned and pointed to.
//~ OBSERVES: 1 u8 1
//~ OBSERVES: 2 u8 2

struct Empty {}

struct Mixed {
    a: u8,
    gap: Empty,
    b: u32,
}

fn same(nothing_in: (), empty: Empty) -> Empty {
    mir! {
        {
            RET = empty;
            Return()
        }
    }
}

fn start(one: u8) {
    mir! {
        let empty: Empty;
        let again: Empty;
        let unit: ();
        let p: *mut Empty;
        let list: [Empty; 3];
        let mixed: Mixed;
        let i: usize;
        let nothing: ();
        {
            empty = Empty {};
            unit = ();
            Call(again = same(unit, empty), ReturnTo(back), UnwindContinue())
        }
        back = {
            p = addr_of_mut!(again);
            *p = empty;
            list = [again; 3];
            i = 2;
            list[i] = empty;
            mixed = Mixed { a: one, gap: empty, b: 2 };
            mixed.gap = *p;
            Call(nothing = kvant::observe_u8(1, mixed.a), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            one = mixed.b as u8;
            Call(nothing = kvant::observe_u8(2, one), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
