// rustc 1.85 at O1 to O3: SimplifyComparisonIntegral switches on `*p` itself, although it was written to since. 1.95 is right.
//~ OBSERVES: 0 u8 7

#[custom_mir(dialect = "runtime", phase = "initial")]
#[inline(never)]
fn asked_before(p: *mut i32) {
    mir! {
        let is_one: bool;
        let unit: ();
        {
            is_one = *p == 1_i32;
            *p = 2_i32;
            match is_one {
                false => end,
                _ => report,
            }
        }
        report = {
            Call(unit = kvant::observe_u8(0_u32, 7_u8), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: i32) {
    mir! {
        let p: *mut i32;
        let unit: ();
        {
            p = addr_of_mut!(x);
            Call(unit = asked_before(p), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| entry(kvant::hide(1_i32)))
}
