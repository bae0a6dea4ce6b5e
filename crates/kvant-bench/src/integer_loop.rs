#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(limit: u32) {
    mir! {
        let unit: ();
        let i: u32;
        let sum: u32;
        let odd: u32;
        let more: bool;
        {
            i = 0_u32;
            sum = 1_u32;
            Goto(head)
        }
        head = {
            odd = i | 1_u32;
            sum = sum * odd;
            sum = sum ^ i;
            i = i + 1_u32;
            more = i < limit;
            match more { true => head, _ => done }
        }
        done = {
            Call(unit = kvant::observe_u32(0_u32, sum), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| entry(kvant::hide(1000000_u32)))
}
