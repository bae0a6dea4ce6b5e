//! Finds the tools of LLVM that campaigns use, along `$PATH` and in the zoo.

use std::path::{Path, PathBuf};

use super::{LlvmTool, OLDEST, OPT, files};
use crate::cache::Cache;
use crate::discover::{Discovery, Surroundings};
use crate::error::ToolError;
use crate::toolchain::{Channel, Toolchain, Version};

/// The arguments of the version query.
pub(super) const VERSION: [&str; 1] = ["--version"];

/// Describes the tool at `path`.
pub(super) fn probe(
    path: &Path,
    env: &[(String, String)],
    cache: &Cache,
) -> Result<Toolchain, ToolError> {
    let verbose = cache.ask(path, env, &VERSION)?;
    let tool = LlvmTool::described(path, &verbose)?;
    if tool.version < OLDEST {
        return Err(ToolError::NotACompiler {
            path: path.to_owned(),
            why: format!(
                "it is of LLVM {}, and {OLDEST} is the oldest version that is used",
                tool.version
            ),
        });
    }
    let mut numbers = tool.release.split(|c: char| !c.is_ascii_digit()).skip(1);
    let mut number = || numbers.next().and_then(|number| number.parse().ok());
    let version = Version {
        major: tool.version,
        minor: number().unwrap_or(0),
        patch: number().unwrap_or(0),
        channel: Channel::Stable,
    };
    let mut toolchain = Toolchain::new(&OPT, path, &tool.release, version);
    env.clone_into(&mut toolchain.env);
    let lines = verbose.lines().map(str::trim);
    let mut targets = lines.filter_map(|line| line.strip_prefix("Default target: "));
    if let Some(target) = targets.next() {
        target.clone_into(&mut toolchain.target);
    }
    toolchain.verbose = verbose;
    Ok(toolchain)
}

/// Adds each `opt` along `$PATH` and in the zoo under its name and version, such as `opt-19`. Of several with the same release,
/// the first is taken, beside those that the user named.
pub(super) fn discover(surroundings: &Surroundings, discovery: &mut Discovery) {
    let name = "opt";
    let zoo = surroundings.variable("KVANT_ZOO").map(Path::to_owned);
    let zoo = std::path::absolute(zoo.unwrap_or_else(|| "zoo".into())).unwrap_or_default();
    let folders: Vec<PathBuf> = surroundings.folders().collect();
    let named = discovery.named;
    let mut failed: Vec<Option<PathBuf>> = Vec::new();
    for path in files(name, &folders, &zoo) {
        let command = path.file_name().unwrap_or_default().to_string_lossy();
        let target = path.canonicalize().ok();
        if failed.contains(&target) || discovery.is_known(&command, &path, &[]) {
            continue;
        }
        let tool = match probe(&path, &[], &discovery.cache) {
            Ok(tool) => tool,
            Err(error) => {
                let skipped = (command.into_owned(), error.to_string());
                discovery.skipped.push(skipped);
                failed.push(target);
                continue;
            }
        };
        let mut others = discovery.found[named..].iter_mut();
        if let Some(known) = others.find(|known| known.release == tool.release) {
            if !known.answers_to(&command) {
                known.aliases.push(command.into_owned());
            }
            continue;
        }
        let is_free = |wanted: &str| !discovery.found.iter().any(|it| it.answers_to(wanted));
        let by_version = format!("{name}-{}", tool.version.major);
        let called = match is_free(&by_version) {
            true => by_version,
            false => format!("{name}-{}", tool.release),
        };
        let is_alias = *command != called && is_free(&command);
        let aliases = is_alias.then(|| command.into_owned());
        let aliases = aliases.into_iter().collect();
        discovery.add(&called, Ok(Toolchain { aliases, ..tool }));
    }
    // Stable, so that those that the user named stay in their order.
    discovery.found[named..].sort_by_key(|tool| std::cmp::Reverse(tool.version));
}
