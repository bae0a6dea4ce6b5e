// Different parts of one aggregate do not overlap, through pointers either.
//~ FINE: overlapping-assignment
//~ OBSERVES: 1 u8 2
//~ OBSERVES: 2 u8 9
//~ OBSERVES: 3 u16 30
//~ OBSERVES: 4 u16 10

fn start(one: u8) {
    mir! {
        let pair: (u8, u8);
        let nested: ((u8, u8), (u8, u8));
        let list: [u16; 3];
        let i: usize;
        let j: usize;
        let p: *mut u16;
        let q: *mut u16;
        let nothing: ();
        {
            pair = (one, 2);
            pair.0 = pair.1;
            Call(nothing = kvant::observe_u8(1, pair.0), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            pair = (8, 9);
            nested = (pair, pair);
            pair = (1, 1);
            nested.0 = pair;
            nested.0 = nested.1;
            Call(nothing = kvant::observe_u8(2, nested.0.1), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            list = [10, 20, 30];
            i = 0;
            j = 2;
            list[i] = list[j];
            Call(nothing = kvant::observe_u16(3, list[i]), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            p = addr_of_mut!(list[i]);
            q = addr_of_mut!(list[j]);
            *p = 10;
            *q = *p;
            Call(nothing = kvant::observe_u16(4, list[j]), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u8)))
}
