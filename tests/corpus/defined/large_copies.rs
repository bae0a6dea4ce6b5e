// Arrays of any length are copied as a whole, and compared element by element here.
//~ OBSERVES: 1 u64 39800
//~ OBSERVES: 2 u64 39601

fn start(n: usize) {
    mir! {
        let list: [u64; 200];
        let copied: [u64; 200];
        let p: *mut [u64; 200];
        let i: usize;
        let sum: u64;
        let value: u64;
        let more: bool;
        let nothing: ();
        {
            list = [0; 200];
            i = 0;
            Goto(fill)
        }
        fill = {
            value = i as u64;
            list[i] = value * 2;
            i = i + 1;
            more = i < n;
            match more {
                true => fill,
                _ => copy,
            }
        }
        copy = {
            p = addr_of_mut!(copied);
            *p = list;
            i = 100;
            list[i] = 1;
            sum = 0;
            i = 0;
            Goto(add)
        }
        add = {
            sum = sum + copied[i];
            i = i + 1;
            more = i < n;
            match more {
                true => add,
                _ => shown,
            }
        }
        shown = {
            Call(nothing = kvant::observe_u64(1, sum), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            copied = list;
            sum = 0;
            i = 0;
            Goto(add_again)
        }
        add_again = {
            sum = sum + (*p)[i];
            i = i + 1;
            more = i < n;
            match more {
                true => add_again,
                _ => done,
            }
        }
        done = {
            Call(nothing = kvant::observe_u64(2, sum), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(200_usize)))
}
