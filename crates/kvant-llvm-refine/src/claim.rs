//! Claims: attributes of a target that its source does not have.
//!
//! A target whose difference is gone without them does the right thing and claims a wrong one. No rule of the machine has to be
//! assigned to an attribute for that, and attributes that make poison, such as `range`, count as well.

use std::collections::{HashMap, HashSet};

use kvant_llvm::Names;
use kvant_llvm::syntax::{Attribute, Attributes, Call, Function, Item, Module, Op, Value};

/// The attributes that compilers infer and that the machine checks. Others belong to the way in which a function is called or
/// compiled.
const CLAIMS: &[&str] = &[
    "align",
    "argmemonly",
    "captures",
    "dead_on_return",
    "dead_on_unwind",
    "dereferenceable",
    "dereferenceable_or_null",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "initializes",
    "memory",
    "mustprogress",
    "noalias",
    "nocapture",
    "nocreateundeforpoison",
    "nofpclass",
    "nofree",
    "nonnull",
    "norecurse",
    "noreturn",
    "nosync",
    "noundef",
    "nounwind",
    "range",
    "readnone",
    "readonly",
    "returned",
    "willreturn",
    "writable",
    "writeonly",
];

/// The place of an attribute: the name of the function, true for a call of it, and the function itself (0), its result (1) or a
/// parameter (from 2 on).
type Position = (String, bool, usize);

/// The target without its own claims: attributes of its functions and calls that the same functions and calls of the source do not
/// have. None if it has none.
pub(crate) fn without_claims(source: &Module, target: &Module) -> Option<Module> {
    let mut known: HashSet<(Position, String)> = HashSet::new();
    let mut tails: HashSet<String> = HashSet::new();
    let mut copy = source.clone();
    let groups = groups(source);
    visit(
        &mut copy,
        &mut |names, position, attributes| {
            for attribute in expanded(&groups, attributes) {
                known.extend(claim(names, &attribute).map(|text| (position.clone(), text)));
            }
        },
        &mut |names, call| {
            if call.tail.is_some() {
                tails.insert(callee(names, call));
            }
        },
    );
    let (mut count, mut count_tails) = (0, 0);
    let groups = self::groups(target);
    let mut bare = target.clone();
    visit(
        &mut bare,
        &mut |names, position, attributes| {
            let mut all = expanded(&groups, attributes);
            let before = all.len();
            let is_copied = all.iter().any(|it| matches!(it, Attribute::Type(..)));
            all.retain(|attribute| match claim(names, attribute) {
                // The alignment of a copy is no claim.
                Some(text) if is_copied && text.starts_with("align") => true,
                Some(text) => known.contains(&(position.clone(), text)),
                None => true,
            });
            count += before - all.len();
            *attributes = all.into();
        },
        &mut |names, call| {
            let is_new = !tails.contains(&callee(names, call));
            if is_new && call.tail.take().is_some() {
                count_tails += 1;
            }
        },
    );
    (count + count_tails > 0).then_some(bare)
}

/// True if a function without a body has the same claims on both sides. Results of unknown functions depend on them.
pub(crate) fn is_same_declaration(source: &Module, target: &Module, name: &str) -> bool {
    let claims = |module: &Module| {
        let groups = groups(module);
        let mut function = module.items.iter().find_map(|item| match item {
            Item::Function(it) if module.names.get(it.name) == name => Some(it.clone()),
            _ => None,
        })?;
        let mut claims = Vec::new();
        of_function(&module.names, &mut function, &mut |names, position, it| {
            let all = expanded(&groups, it);
            let all = all.iter().filter_map(|it| claim(names, it));
            claims.extend(all.map(|text| (position.2, text)));
        });
        claims.sort();
        Some(claims)
    };
    match (claims(source), claims(target)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

type Groups = HashMap<u32, Vec<Attribute>>;

fn groups(module: &Module) -> Groups {
    let mut groups = Groups::new();
    for item in &module.items {
        if let Item::Attributes(number, attributes) = item {
            groups.entry(*number).or_default().extend(attributes);
        }
    }
    groups
}

/// Attributes with those of their groups.
fn expanded(groups: &Groups, attributes: &Attributes) -> Vec<Attribute> {
    let all = attributes.iter().flat_map(|attribute| match attribute {
        Attribute::Group(number) => groups.get(number).cloned().unwrap_or_default(),
        attribute => vec![*attribute],
    });
    all.collect()
}

/// The text of an attribute that is a claim.
fn claim(names: &Names, attribute: &Attribute) -> Option<String> {
    let (name, text) = match attribute {
        Attribute::Word(name) => (*name, String::new()),
        Attribute::Int(name, number) => (*name, number.to_string()),
        Attribute::Text(name, text) => (*name, names.get(*text).to_owned()),
        Attribute::Type(..) | Attribute::String(..) | Attribute::Group(_) => return None,
    };
    let name = names.get(name);
    CLAIMS.contains(&name).then(|| format!("{name} {text}"))
}

fn callee(names: &Names, call: &Call) -> String {
    match call.callee {
        Value::Global(name) => names.get(name).to_owned(),
        _ => String::new(),
    }
}

/// Visits the attributes of functions with a body and of all calls, and the calls.
fn visit(
    module: &mut Module,
    of: &mut dyn FnMut(&Names, Position, &mut Attributes),
    of_call: &mut dyn FnMut(&Names, &mut Call),
) {
    let names = &module.names;
    for item in &mut module.items {
        let Item::Function(function) = item else {
            continue;
        };
        if function.body.is_none() {
            continue;
        }
        of_function(names, function, of);
        for instruction in function.body.iter_mut().flat_map(|it| &mut it.instructions) {
            let call = match &mut instruction.op {
                Op::Call(call) | Op::Invoke(call, _) => &mut **call,
                Op::CallBr(parts) => &mut parts.0,
                _ => continue,
            };
            of_call(names, call);
            let name = callee(names, call);
            of(names, (name.clone(), true, 0), &mut call.attributes);
            of(names, (name.clone(), true, 1), &mut call.result);
            for (n, argument) in call.arguments.iter_mut().enumerate() {
                of(names, (name.clone(), true, n + 2), &mut argument.attributes);
            }
        }
    }
}

fn of_function(
    names: &Names,
    function: &mut Function,
    of: &mut dyn FnMut(&Names, Position, &mut Attributes),
) {
    let name = names.get(function.name).to_owned();
    of(names, (name.clone(), false, 0), &mut function.attributes);
    of(
        names,
        (name.clone(), false, 1),
        &mut function.result_attributes,
    );
    for (n, parameter) in function.parameters.iter_mut().enumerate() {
        of(
            names,
            (name.clone(), false, n + 2),
            &mut parameter.attributes,
        );
    }
}
