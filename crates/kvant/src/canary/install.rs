//! Makes the folder of a canary: a toolchain as rustup has them, with a script as its compiler.
//!
//! Whoever looks for the compiler behind a wrapper asks for its sysroot. A canary tells its own folder, so they come back to
//! it.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use kvant_toolchain::{NamedCompiler, Toolchain};

use super::Canary;

impl Canary {
    /// Puts this canary in front of the compiler `real`, in a folder that is made for it or holds an earlier one. `kvant` is the
    /// executable of the command line: [`std::env::current_exe`], unless that is a test.
    ///
    /// What is returned is for [`kvant_toolchain::Surroundings::named`]; its path is also understood wherever the path of a compiler is.
    pub fn install(
        self,
        real: &Toolchain,
        kvant: &Path,
        folder: &Path,
    ) -> io::Result<NamedCompiler> {
        let folder = std::path::absolute(folder)?;
        let bin = folder.join("bin");
        fs::create_dir_all(&bin)?;
        // The libraries are where they would be, for those who look at them.
        match symlink(real.sysroot.join("lib"), folder.join("lib")) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let rustc = bin.join("rustc");
        let script = format!(
            "#!/bin/sh\nexec {} canary {} --rustc {} --state {} -- \"$@\"\n",
            quoted(&std::path::absolute(kvant)?)?,
            self.name(),
            quoted(&real.path)?,
            quoted(&folder)?,
        );
        fs::write(&rustc, script)?;
        fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755))?;
        Ok(NamedCompiler {
            name: self.name(),
            setting: real.driver.family().setting.to_owned(),
            path: rustc,
            env: real.env.clone(),
        })
    }
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> io::Result<String> {
    let text = path
        .to_str()
        .ok_or_else(|| io::Error::other(format!("the path {} is no text", path.display())))?;
    Ok(format!("'{}'", text.replace('\'', r"'\''")))
}
