// LLVM 19 to 22 at O3: ArgumentPromotion hands `*p` down as it was before the additions.
//~ OBSERVES: 1 i16 102
//~ OBSERVES: 1 i16 97
//~ OBSERVES: 0 i16 102

#[custom_mir(dialect = "runtime", phase = "initial")]
#[inline(never)]
fn deeper(p: *const i16, q: *mut i16, fuel: u8) -> i16 {
    mir! {
        let less: u8;
        let inner: i16;
        let unit: ();
        {
            match fuel { 0 => last, _ => more }
        }
        last = {
            RET = *p;
            Return()
        }
        more = {
            *q = *q + 1_i16;
            less = fuel - 1_u8;
            Call(inner = deeper(p, q, less), ReturnTo(report), UnwindUnreachable())
        }
        report = {
            Call(unit = kvant::observe_i16(1_u32, inner), ReturnTo(back), UnwindUnreachable())
        }
        back = {
            RET = inner ^ 7_i16;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: i16, fuel: u8) {
    mir! {
        let unit: ();
        let p: *const i16;
        let q: *mut i16;
        let r: i16;
        {
            p = addr_of!(x);
            q = addr_of_mut!(x);
            Call(r = deeper(p, q, fuel), ReturnTo(report), UnwindUnreachable())
        }
        report = {
            Call(unit = kvant::observe_i16(0_u32, r), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(100_i16), kvant::hide(2_u8))) }
