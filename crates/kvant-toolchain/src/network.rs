//! Keeps children away from the network, where the kernel lets us.
//!
//! There is one empty network for all of them: a name space with nothing in it, not even a loopback device
//! that is up. Making one takes the kernel some time, entering it hardly any. As root, the thread
//! that starts the child enters it and leaves it afterwards. Other users need a user name space around it, which
//! a thread cannot enter, so `nsenter` of util-linux does it in the child, for a millisecond more.
//! Users and groups stay the same in there.
//!
//! Many systems and most containers do not allow this. Then children see the network as we do, and nothing
//! is said: a compiler does not ask for it, and a generated program cannot.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// The program that enters name spaces.
pub(crate) const TOOL: &str = "nsenter";

/// A way into the empty network.
enum Door {
    /// The thread that starts the child goes in.
    Thread(File),
    /// The child goes in, by these words in front of its own. The words refer to the files.
    Words(
        Vec<OsString>,
        #[expect(dead_code, reason = "open as long as needed")] [File; 2],
    ),
    /// There is none.
    Closed,
}

/// The words before a command that make it leave the network, if words do it.
pub(crate) fn way_out_of_it() -> &'static [OsString] {
    match door() {
        Door::Words(words, _) => words,
        Door::Thread(_) | Door::Closed => &[],
    }
}

/// Calls `start`. Processes that it starts have no network if this thread can enter the empty one.
pub(crate) fn without<T>(start: impl FnOnce() -> T) -> T {
    let Door::Thread(empty) = door() else {
        return start();
    };
    let Ok(home) = File::open(OWN) else {
        return start();
    };
    let entered = enter(empty).is_ok();
    let started = start();
    if entered {
        // It worked on the way in, and to be left without a network would do no harm here.
        let _ = enter(&home);
    }
    started
}

const OWN: &str = "/proc/thread-self/ns/net";

fn door() -> &'static Door {
    static DOOR: OnceLock<Door> = OnceLock::new();
    DOOR.get_or_init(|| find_door().unwrap_or(Door::Closed))
}

#[cfg(target_os = "linux")]
fn enter(network: &File) -> io::Result<()> {
    use std::os::fd::AsFd as _;

    use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};

    let kind = Some(LinkNameSpaceType::Network);
    Ok(move_into_link_name_space(network.as_fd(), kind)?)
}

#[cfg(not(target_os = "linux"))]
fn enter(_network: &File) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn find_door() -> io::Result<Door> {
    if !cfg!(target_os = "linux") {
        return Ok(Door::Closed);
    }
    if rustix::process::geteuid().is_root() {
        let [network] = opened(&["--net"], ["net"])?;
        let home = File::open(OWN)?;
        enter(&network)?;
        enter(&home)?;
        return Ok(Door::Thread(network));
    }
    let options = ["--user", "--map-current-user", "--net"];
    let files = opened(&options, ["user", "net"])?;
    let [user, network] = &files;
    let own = |file: &File| format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
    let mut words: Vec<OsString> = vec![tool(TOOL)?];
    words.push(format!("--user={}", own(user)).into());
    words.push(format!("--net={}", own(network)).into());
    words.extend(["--preserve-credentials", "--"].map(OsString::from));
    // The way is tried once, since a refusal later would look like a failure of the program.
    let works = quiet(&words[0])
        .args(&words[1..])
        .arg(tool("cat")?)
        .stdin(Stdio::null())
        .status()?
        .success();
    Ok(if works {
        Door::Words(words, files)
    } else {
        Door::Closed
    })
}

/// Makes new name spaces with these options and opens them, which keeps them alive.
fn opened<const N: usize>(options: &[&str], names: [&str; N]) -> io::Result<[File; N]> {
    let mut inhabitant = quiet(&tool("unshare")?)
        .args(options)
        .arg(tool("cat")?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let files = has_moved_in(&mut inhabitant).and_then(|()| {
        let open = |name| File::open(format!("/proc/{}/ns/{name}", inhabitant.id()));
        let files = names.iter().map(open).collect::<io::Result<Vec<File>>>()?;
        files.try_into().map_err(|_| io::ErrorKind::NotFound.into())
    });
    drop(inhabitant.stdin.take());
    inhabitant.wait()?;
    files
}

/// Waits for an answer from inside.
fn has_moved_in(inhabitant: &mut Child) -> io::Result<()> {
    let (Some(ear), Some(mouth)) = (&mut inhabitant.stdin, &mut inhabitant.stdout) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    ear.write_all(b"?")?;
    mouth.read_exact(&mut [0])
}

fn quiet(program: &OsString) -> Command {
    let mut command = Command::new(program);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn tool(name: &str) -> io::Result<OsString> {
    let folders = ["/usr/bin", "/bin"].map(Path::new);
    let mut places = folders.into_iter().map(|folder| folder.join(name));
    let found = places.find(|place| place.exists());
    Ok(found.ok_or(io::ErrorKind::NotFound)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exit, Limits, run};

    #[test]
    fn children_see_no_network_where_they_need_not() {
        if matches!(door(), Door::Closed) {
            kvant_testing::skip(&["network-namespaces"], "networks have no name spaces here");
            return;
        }
        let before = std::fs::read_link(OWN).expect("our own network");
        let list = ["-c", "cat /proc/net/dev; readlink /proc/self/ns/net; id -u"];
        let run = run(Path::new("/bin/sh"), list, &Limits::for_program()).expect("a shell");
        assert_eq!(run.exit, Exit::Code(0));
        let text = String::from_utf8(run.stdout).expect("text");
        let (devices, rest) = text.trim_end().split_once("net:[").expect("a network");
        let mut names = devices.lines().filter_map(|line| line.split_once(':'));
        assert!(names.all(|(name, _)| name.trim() == "lo"), "{text}");
        assert_ne!(
            format!("net:[{}", rest.lines().next().unwrap_or_default()),
            before.to_string_lossy()
        );
        let user = rustix::process::geteuid().as_raw().to_string();
        assert_eq!(rest.lines().last(), Some(&*user), "the user is the same");
        assert_eq!(
            std::fs::read_link(OWN).expect("our own"),
            before,
            "we are back"
        );
    }
}
