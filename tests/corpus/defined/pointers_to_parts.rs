// Pointers to fields and elements reach just those, for reading and writing.
//~ OBSERVES: 1 u16 20
//~ OBSERVES: 2 u16 21
//~ OBSERVES: 3 u16 10
//~ OBSERVES: 4 i8 -1
//~ OBSERVES: 5 u16 99

#[repr(C)]
struct Record {
    head: i8,
    list: [u16; 3],
}

fn start(head: i8) {
    mir! {
        let record: Record;
        let list: [u16; 3];
        let element: *mut u16;
        let field: *const i8;
        let whole: *mut Record;
        let all: *mut [u16; 3];
        let i: usize;
        let nothing: ();
        {
            list = [10, 20, 30];
            record = Record { head: head, list: list };
            i = 1;
            element = addr_of_mut!(record.list[i]);
            Call(nothing = kvant::observe_u16(1, *element), ReturnTo(after_1), UnwindContinue())
        }
        after_1 = {
            *element = *element + 1;
            Call(nothing = kvant::observe_u16(2, record.list[i]), ReturnTo(after_2), UnwindContinue())
        }
        after_2 = {
            i = 0;
            Call(nothing = kvant::observe_u16(3, record.list[i]), ReturnTo(after_3), UnwindContinue())
        }
        after_3 = {
            whole = addr_of_mut!(record);
            field = addr_of!((*whole).head);
            Call(nothing = kvant::observe_i8(4, *field), ReturnTo(after_4), UnwindContinue())
        }
        after_4 = {
            all = addr_of_mut!((*whole).list);
            i = 2;
            (*all)[i] = 99;
            Call(nothing = kvant::observe_u16(5, record.list[i]), ReturnTo(after_5), UnwindContinue())
        }
        after_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(-1_i8)))
}
