//! The folder of a canary: a toolchain as rustup has them, with a script as its compiler.
//!
//! To find the compiler behind a wrapper, Kvant asks it for its sysroot. A canary names its own folder, so that the search ends
//! at its script.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_toolchain::{NamedCompiler, Surroundings, Toolchain, Toolchains};

use crate::{Canary, Error};

impl Canary {
    /// Puts this canary in front of the compiler `real`, in a folder that is new or contains an earlier one. `kvant` is the
    /// executable that the script starts: [`std::env::current_exe`], unless that is a test.
    ///
    /// The result is for [`Surroundings::named`]; its path can also be used wherever the path of a compiler can.
    pub fn install(
        self,
        real: &Toolchain,
        kvant: &Path,
        folder: &Path,
    ) -> io::Result<NamedCompiler> {
        let folder = std::path::absolute(folder)?;
        let bin = folder.join("bin");
        fs::create_dir_all(&bin)?;
        // Tools that look for the libraries in the sysroot find them.
        match symlink(real.sysroot.join("lib"), folder.join("lib")) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let rustc = bin.join("rustc");
        // [`Invocation::read`] reads the words behind `--`.
        let script = format!(
            "#!/bin/sh\nexec {} canary -- {} {} {} \"$@\"\n",
            quoted(&std::path::absolute(kvant)?)?,
            self.name(),
            quoted(&real.path)?,
            quoted(&folder)?,
        );
        fs::write(&rustc, script)?;
        fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755))?;
        Ok(NamedCompiler {
            name: self.name().to_owned(),
            setting: real.driver.family().setting.to_owned(),
            path: rustc,
            env: real.env.clone(),
        })
    }

    /// [Installs](Canary::install) this canary, and returns it as a toolchain of its name.
    pub fn toolchain(
        self,
        real: &Toolchain,
        kvant: &Path,
        folder: &Path,
    ) -> Result<Arc<Toolchain>, Error> {
        let named = self.install(real, kvant, folder)?;
        let found = Toolchains::discover_in(&Surroundings {
            named: vec![named],
            ..Surroundings::default()
        });
        Ok(found.select(self.name())?)
    }
}

/// A call of an installed canary as a compiler.
#[derive(Debug, PartialEq, Eq)]
pub struct Invocation {
    pub(crate) canary: Canary,
    /// The real compiler.
    pub(crate) rustc: PathBuf,
    /// The folder of the canary.
    pub(crate) folder: PathBuf,
    /// The arguments of the compiler.
    pub(crate) args: Vec<OsString>,
}

impl Invocation {
    /// Reads the words that the script of a canary passes on: its name, the real compiler, its folder, and the compiler's
    /// arguments.
    pub fn read(words: &[OsString]) -> Result<Invocation, Error> {
        let [name, rustc, folder, args @ ..] = words else {
            return Err(
                "a canary is called by its script only; `kvant selftest` tries them".into(),
            );
        };
        let name = name.to_string_lossy();
        Ok(Invocation {
            canary: Canary::named(&name).ok_or_else(|| format!("no canary is called `{name}`"))?,
            rustc: rustc.into(),
            folder: folder.into(),
            args: args.to_vec(),
        })
    }
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> io::Result<String> {
    let text = path
        .to_str()
        .ok_or_else(|| io::Error::other(format!("the path {} is not UTF-8", path.display())))?;
    Ok(format!("'{}'", text.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_script_are_read() {
        let words = ["hang", "/bin/rustc", "/tmp/hang", "-O", "--", "x.rs"].map(OsString::from);
        let read = Invocation::read(&words).unwrap();
        assert_eq!(read.canary, Canary::Hang);
        assert_eq!(read.rustc, Path::new("/bin/rustc"));
        assert_eq!(read.folder, Path::new("/tmp/hang"));
        assert_eq!(read.args, ["-O", "--", "x.rs"]);
        assert!(Invocation::read(&words[..2]).is_err());
        let parrot = Invocation::read(&["parrot", "a", "b"].map(OsString::from));
        assert!(parrot.unwrap_err().to_string().contains("`parrot`"));
    }
}
