//! Arguments of the function that is called.

use kvant_campaign::{BadOption, NotRun};
use kvant_llvm::print;
use kvant_llvm::syntax::{Function, Module};
use kvant_llvm_machine::{Leaf, Machine, Node, Object, Objects, Program};

/// Arguments for a machine.
pub(super) struct Arguments {
    pub(super) leaves: Vec<Leaf>,
    /// The objects behind pointers, by the names of parameters.
    pub(super) objects: Vec<(Node, String)>,
}

/// The name of a parameter: `%x`.
fn name(module: &Module, function: &Function, n: usize) -> String {
    let name = function.parameters[n].name;
    name.map_or(format!("%{n}"), |name| {
        format!("%{}", module.names.symbol(name))
    })
}

/// Checks the number of arguments.
pub(super) fn count(
    module: &Module,
    (entry, function): (&str, &Function),
    given: usize,
) -> Result<(), NotRun> {
    let wanted = function.parameters.len();
    if wanted == given {
        return Ok(());
    }
    let parameters = (0..wanted).map(|n| {
        let ty = print::ty(module, function.parameters[n].ty);
        format!("{ty} {}", name(module, function, n))
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    Err(NotRun::Option(BadOption(match wanted {
        0 => format!("@{entry} has no parameters, and --args gives {given}"),
        _ => {
            format!("@{entry}({parameters}) needs {wanted} arguments, and --args gives {given}")
        }
    })))
}

/// Reads the arguments, and makes their objects.
pub(super) fn read(
    program: &Program<'_>,
    module: &Module,
    function: &Function,
    texts: &[&str],
    machine: &mut Machine<'_, '_>,
) -> Result<Arguments, NotRun> {
    let wrong = |text: &str, name: &str, why: String| {
        let error = format!("the argument `{text}` for {name}: {why}");
        NotRun::Option(BadOption(error))
    };
    let mut make = |object: &Object| {
        let pointer = machine.make_object(object);
        pointer.map_err(|stop| stop.to_string())
    };
    let mut objects = Objects::new(&mut make);
    let mut arguments = Arguments {
        leaves: Vec::new(),
        objects: Vec::new(),
    };
    for (n, (parameter, text)) in function.parameters.iter().zip(texts).enumerate() {
        let name = name(module, function, n);
        let leaves = program.read_value(parameter.ty, text, &mut objects);
        let leaves = leaves.map_err(|why| wrong(text, &name, why))?;
        for leaf in &leaves {
            if let Leaf::Ptr(pointer) = leaf
                && let Some(node) = pointer.node
                && program.symbol_of(node).is_none()
                && !arguments.objects.iter().any(|(known, _)| *known == node)
            {
                arguments.objects.push((node, name.clone()));
            }
        }
        arguments.leaves.extend(leaves);
    }
    let made = objects.made().filter_map(|pointer| pointer.node);
    for (number, node) in made.enumerate() {
        if !arguments.objects.iter().any(|(known, _)| *known == node) {
            arguments.objects.push((node, format!("#{number}")));
        }
    }
    let links = objects.links();
    let links = links.map_err(|why| NotRun::Option(BadOption(format!("in --args, {why}"))))?;
    for (place, value) in links {
        let stored = machine.store_pointer(place, value);
        stored.map_err(|stop| {
            let error = format!("in --args, a pointer in an object: {stop}");
            NotRun::Option(BadOption(error))
        })?;
    }
    Ok(arguments)
}
