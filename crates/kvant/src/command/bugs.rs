//! `kvant bugs`: findings, grouped by bug.

use kvant_campaign::Size;
use kvant_campaign::read_model;
use kvant_campaign::store::{self, Store};
use kvant_record::{AnalysisSummary, Bug, BugState, Standing};

use crate::cli::Bugs;
use crate::report::{
    BAD, DIM, Ended, Failure, Found, GOOD, json, line, one_line, table, wants_json,
};

/// The cell of an unknown value.
const UNKNOWN: &str = "–";

/// Width of a culprit in the list.
const WIDTH: usize = 50;

pub(super) fn execute(arguments: &Bugs) -> Ended {
    let store = Store::read_only(&arguments.kept.store)?;
    let (listed, hidden) = read_model::bugs(&store, arguments.all)?;
    if wants_json() {
        json(listed);
        return Ok(Found::Fine);
    }
    show(&listed.bugs);
    if hidden > 0 {
        let are = if hidden == 1 { "is" } else { "are" };
        line(format_args!(
            "{DIM}{hidden} more {are} muted or fixed: see --all{DIM:#}"
        ));
    }
    Ok(Found::Fine)
}

/// The bug that this finding belongs to.
pub(super) fn by_number(store: &Store, number: i64) -> Result<store::Bug, Failure> {
    store.bug(number)?.ok_or_else(|| {
        let folder = store.folder().display();
        format!("there is no bug {number} in {folder}: `kvant bugs --all` lists them").into()
    })
}

fn show(bugs: &[Bug]) {
    if bugs.is_empty() {
        line(format_args!("{GOOD}no bugs{GOOD:#}"));
        return;
    }
    let head = [
        "N",
        "state",
        "kind",
        "culprit",
        "affected",
        "seen",
        "statements/functions",
        "first (UTC)",
        "last (UTC)",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(bugs.iter().map(row));
    let rows = table(&rows);
    let mut rows = rows.lines();
    let head = rows.next().unwrap_or_default();
    line(format_args!("{DIM}{head}{DIM:#}"));
    for (bug, row) in bugs.iter().zip(rows) {
        match (bug.state, Standing::of(bug.kind, bug.muted.is_some())) {
            (BugState::Fixed, _) => line(format_args!("{GOOD}{row}{GOOD:#}")),
            (_, Standing::Dispute) => line(format_args!("{BAD}{row}{BAD:#}")),
            (_, Standing::Counts) => line(row),
            (_, Standing::SetAside | Standing::Muted) => line(format_args!("{DIM}{row}{DIM:#}")),
        }
    }
    line(format_args!(
        "\n{DIM}`kvant findings show N` shows one in detail, `kvant bundle N` writes a folder with everything known about it{DIM:#}"
    ));
}

fn row(bug: &Bug) -> Vec<String> {
    let state = match (bug.state, &bug.fixed_in, &bug.muted) {
        (BugState::Fixed, Some(release), _) => format!("fixed in {release}"),
        (BugState::Muted, _, Some(link)) => format!("muted ({link})"),
        (state, ..) => state.to_string(),
    };
    let analysis = bug.analysis.as_ref();
    let culprit = analysis.and_then(|analysis| analysis.culprit.as_deref());
    vec![
        bug.id.to_string(),
        state,
        bug.kind.to_string(),
        culprit.map_or_else(|| UNKNOWN.to_owned(), |culprit| one_line(culprit, WIDTH)),
        bug.affected.clone(),
        bug.occurrences.to_string(),
        analysis.map_or_else(|| UNKNOWN.to_owned(), size),
        bug.first_seen.to_string(),
        bug.last_seen.to_string(),
    ]
}

/// Number of statements and functions, and if it is lifted to ordinary code.
fn size(analysis: &AnalysisSummary) -> String {
    let Size {
        statements,
        functions,
    } = analysis.size;
    let most = if analysis.is_smallest { "" } else { "≤" };
    let lifted = if analysis.is_lifted { " lifted" } else { "" };
    format!("{most}{statements}/{functions}{lifted}")
}
