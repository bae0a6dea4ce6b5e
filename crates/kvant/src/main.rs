//! `kvant`: finds compiler bugs.

use std::process::ExitCode;

fn main() -> ExitCode {
    kvant::main()
}
