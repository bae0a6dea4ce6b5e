// Fields, elements, arguments and results that take no room.
//~ OBSERVES: 0 u16 12
//~ OBSERVES: 1 u16 13

struct Empty {}

struct Tuple();

struct Holder {
    before: (),
    empty: Empty,
    value: u16,
    none: [u64; 0],
    after: Tuple,
}

fn pass(empty: Empty, none: [u64; 0], x: u16) -> Holder {
    mir! {
        let unit: ();
        let tuple: Tuple;
        {
            unit = ();
            tuple = Tuple();
            RET = Holder { before: unit, empty: empty, value: x, none: none, after: tuple };
            Return()
        }
    }
}

fn start(x: u16) {
    mir! {
        let unit: ();
        let empty: Empty;
        let none: [u64; 0];
        let many: [Empty; 5];
        let holder: Holder;
        let i: usize;
        let p: *mut Empty;
        {
            empty = Empty {};
            none = [];
            many = [empty; 5];
            i = 4_usize;
            p = addr_of_mut!(many[i]);
            *p = Empty {};
            Call(holder = pass(many[i], none, x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u16(0_u32, holder.value), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            none = holder.none;
            holder.empty = *p;
            holder.value = 13_u16;
            Call(unit = kvant::observe_u16(1_u32, holder.value), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(12_u16)))
}
