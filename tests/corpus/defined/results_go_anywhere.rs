// The result of a call can go to a field, to an element, and through a pointer.
//~ OBSERVES: 1 u16 6
//~ OBSERVES: 2 u16 11
//~ OBSERVES: 3 u16 101
//~ OBSERVES: 4 bool true

struct Holder {
    flag: bool,
    list: [u16; 2],
}

fn next(n: u16) -> u16 {
    mir! {
        {
            RET = n + 1;
            Return()
        }
    }
}

fn pair(n: u16) -> [u16; 2] {
    mir! {
        let more: u16;
        {
            more = n + 100;
            RET = [n, more];
            Return()
        }
    }
}

fn start(five: u16) {
    mir! {
        let holder: Holder;
        let list: [u16; 2];
        let slot: *mut u16;
        let i: usize;
        let nothing: ();
        {
            list = [five, 10];
            holder = Holder { flag: true, list: list };
            i = 0;
            Call(holder.list[i] = next(five), ReturnTo(one), UnwindContinue())
        }
        one = {
            Call(nothing = kvant::observe_u16(1, holder.list[i]), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            i = 1;
            slot = addr_of_mut!(holder.list[i]);
            Call(*slot = next(10), ReturnTo(two), UnwindContinue())
        }
        two = {
            Call(nothing = kvant::observe_u16(2, holder.list[i]), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Call(holder.list = pair(1), ReturnTo(three), UnwindContinue())
        }
        three = {
            Call(nothing = kvant::observe_u16(3, holder.list[i]), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            Call(nothing = kvant::observe_bool(4, holder.flag), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(5_u16)))
}
