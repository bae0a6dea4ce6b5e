// LLVM 22 at O3 for processors with AVX2: eight remainders, reversed and multiplied, are stored as zeros.
//~ FLAGS: -Ctarget-cpu=haswell
//~ OBSERVES: 0 i8 24
//~ OBSERVES: 1 i8 3

#[custom_mir(dialect = "runtime", phase = "initial")]
#[inline(never)]
fn scale(source: &'static [i8; 8], result: &'static mut [i8; 8], factor: i8) {
    mir! {
        let i: usize;
        let back: usize;
        let rest: i8;
        let more: bool;
        {
            i = 0_usize;
            Goto(head)
        }
        head = {
            more = i < 8_usize;
            match more { false => end, _ => body }
        }
        body = {
            back = 7_usize - i;
            rest = (*source)[back] % 10_i8;
            (*result)[i] = rest * factor;
            i = i + 1_usize;
            Goto(head)
        }
        end = { Return() }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(a: i8, h: i8, factor: i8) {
    mir! {
        let unit: ();
        let source: [i8; 8];
        let result: [i8; 8];
        let s: &'static [i8; 8];
        let r: &'static mut [i8; 8];
        let first: usize;
        let last: usize;
        {
            source = [a, 2_i8, 3_i8, 4_i8, 5_i8, 6_i8, 7_i8, h];
            result = [0_i8; 8];
            s = &source;
            r = &mut result;
            first = 0_usize;
            last = 7_usize;
            Call(unit = scale(s, Move(r), factor), ReturnTo(report), UnwindUnreachable())
        }
        report = {
            Call(unit = kvant::observe_i8(0_u32, result[first]), ReturnTo(next), UnwindUnreachable())
        }
        next = {
            Call(unit = kvant::observe_i8(1_u32, result[last]), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}

fn main() { kvant::run(|| entry(kvant::hide(1_i8), kvant::hide(8_i8), kvant::hide(3_i8))) }
