// A method table and the value that it belongs to.
//~ OBSERVES: 0 u8 21
//~ OBSERVES: 1 u8 42

struct Methods {
    get: fn(*const Object) -> u8,
    set: fn(*mut Object, u8),
}

struct Object {
    methods: *const Methods,
    value: u8,
}

fn get(object: *const Object) -> u8 {
    mir! {
        {
            RET = (*object).value;
            Return()
        }
    }
}

fn get_twice(object: *const Object) -> u8 {
    mir! {
        {
            RET = (*object).value + (*object).value;
            Return()
        }
    }
}

fn set(object: *mut Object, x: u8) {
    mir! {
        {
            (*object).value = x;
            Return()
        }
    }
}

fn start(x: u8) {
    mir! {
        let unit: ();
        let g: fn(*const Object) -> u8;
        let s: fn(*mut Object, u8);
        let plain: Methods;
        let twice: Methods;
        let methods: *const Methods;
        let object: Object;
        let p: *const Object;
        let q: *mut Object;
        let y: u8;
        {
            s = const { set as fn(*mut Object, u8) };
            g = const { get as fn(*const Object) -> u8 };
            plain = Methods { get: g, set: s };
            g = const { get_twice as fn(*const Object) -> u8 };
            twice = Methods { get: g, set: s };
            methods = addr_of!(plain);
            object = Object { methods: methods, value: 1_u8 };
            p = addr_of!(object);
            q = addr_of_mut!(object);
            methods = (*p).methods;
            Call(unit = ((*methods).set)(q, x), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(y = ((*methods).get)(p), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Call(unit = kvant::observe_u8(0_u32, y), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            object.methods = addr_of!(twice);
            methods = (*p).methods;
            Call(y = ((*methods).get)(p), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            Call(unit = kvant::observe_u8(1_u32, y), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(21_u8)))
}
