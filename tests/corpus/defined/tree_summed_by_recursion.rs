// A recursive type and a function that is as recursive.
//~ OBSERVES: 0 u32 12

enum Tree {
    Leaf(u32),
    Fork(*const Tree, *const Tree),
}

fn sum(tree: *const Tree) -> u32 {
    mir! {
        let d: isize;
        let p: *const Tree;
        let left: u32;
        {
            d = Discriminant(*tree);
            match d {
                0 => leaf,
                _ => fork,
            }
        }
        leaf = {
            RET = Field::<u32>(Variant(*tree, 0), 0);
            Return()
        }
        fork = {
            p = Field::<*const Tree>(Variant(*tree, 1), 0);
            Call(left = sum(p), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            p = Field::<*const Tree>(Variant(*tree, 1), 1);
            Call(RET = sum(p), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            RET = RET + left;
            Return()
        }
    }
}

fn start(x: u32) {
    mir! {
        let unit: ();
        let one: Tree;
        let two: Tree;
        let low: Tree;
        let top: Tree;
        let p: *const Tree;
        let q: *const Tree;
        let total: u32;
        {
            one = Tree::Leaf(x);
            two = Tree::Leaf(10_u32);
            p = addr_of!(one);
            q = addr_of!(two);
            low = Tree::Fork(p, q);
            q = addr_of!(low);
            top = Tree::Fork(q, p);
            q = addr_of!(top);
            Call(total = sum(q), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            Call(unit = kvant::observe_u32(0_u32, total), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(1_u32)))
}
