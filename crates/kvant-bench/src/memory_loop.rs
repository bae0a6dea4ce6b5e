#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(limit: usize) {
    mir! {
        let unit: ();
        let i: usize;
        let k: usize;
        let array: [u32; 16];
        let pointer: *mut [u32; 16];
        let value: u32;
        let more: bool;
        {
            i = 0_usize;
            value = 7_u32;
            array = [value; 16];
            pointer = addr_of_mut!(array);
            Goto(head)
        }
        head = {
            k = i & 15_usize;
            value = (*pointer)[k] + value;
            (*pointer)[k] = value;
            i = i + 1_usize;
            more = i < limit;
            match more { true => head, _ => done }
        }
        done = {
            Call(unit = kvant::observe_u32(0_u32, value), ReturnTo(end), UnwindUnreachable())
        }
        end = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| entry(kvant::hide(1000000_usize)))
}
