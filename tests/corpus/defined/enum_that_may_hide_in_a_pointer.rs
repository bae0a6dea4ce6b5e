// A compiler may say which variant it is by a pointer that is none.
//~ OBSERVES: 0 isize 1
//~ OBSERVES: 1 u8 30
//~ OBSERVES: 2 isize 0
//~ OBSERVES: 3 isize 1
//~ OBSERVES: 4 u8 31
//~ OBSERVES: 5 isize 0

enum Link {
    End,
    To(*const u8),
}

enum Task {
    Idle,
    Run(fn(u8) -> u8),
}

fn increment(x: u8) -> u8 {
    mir! {
        {
            RET = x + 1_u8;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let p: *const u8;
        let f: fn(u8) -> u8;
        let link: Link;
        let task: Task;
        let y: u8;
        let d: isize;
        {
            p = addr_of!(x);
            link = Link::To(p);
            d = Discriminant(link);
            Call(unit = kvant::observe_isize(0_u32, d), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            p = Field::<*const u8>(Variant(link, 1), 0);
            Call(unit = kvant::observe_u8(1_u32, *p), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            link = Link::End;
            d = Discriminant(link);
            Call(unit = kvant::observe_isize(2_u32, d), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            f = const { increment as fn(u8) -> u8 };
            task = Task::Run(f);
            d = Discriminant(task);
            Call(unit = kvant::observe_isize(3_u32, d), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            f = Field::<fn(u8) -> u8>(Variant(task, 1), 0);
            Call(y = f(x), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u8(4_u32, y), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            SetDiscriminant(task, 0);
            d = Discriminant(task);
            Call(unit = kvant::observe_isize(5_u32, d), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(30_u8)))
}
