// Up to the last element, one further without touching it, and back again.
//~ FINE: offset-out-of-bounds
//~ OBSERVES: 0 u32 4321
//~ OBSERVES: 1 u32 5
//~ OBSERVES: 2 u32 4000
//~ OBSERVES: 3 u32 300

fn start(x: u32) {
    mir! {
        let unit: ();
        let a: [u32; 4];
        let p: *mut [u32; 4];
        let first: *mut u32;
        let q: *mut u32;
        let end: *mut u32;
        let sum: u32;
        let more: bool;
        {
            a = [1_u32, 20_u32, 300_u32, x];
            p = addr_of_mut!(a);
            first = p as *mut u32;
            end = Offset(first, 4_usize);
            q = first;
            sum = 0_u32;
            Goto(turn)
        }
        turn = {
            sum = sum + *q;
            q = Offset(q, 1_isize);
            more = q != end;
            match more {
                true => turn,
                _ => done,
            }
        }
        done = {
            Call(unit = kvant::observe_u32(0_u32, sum), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            q = Offset(q, -4_isize);
            *q = 5_u32;
            q = Offset(q, 0_usize);
            Call(unit = kvant::observe_u32(1_u32, *q), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(q = core::intrinsics::offset(q, 3_usize), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            Call(unit = kvant::observe_u32(2_u32, *q), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(q = core::intrinsics::offset(q, -1_isize), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Call(unit = kvant::observe_u32(3_u32, *q), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(4000_u32)))
}
