//! `kvant fuzz`: a campaign.

use std::num::NonZero;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kvant_campaign::investigate::Investigator;
use kvant_campaign::ledger::StoreLedger;
use kvant_campaign::store::{BackendKey, Problem, Rule, Session, Store};
use kvant_campaign::{BackendSet, Campaign, End, Ended, Remake, Turns, Unmade, bounds};
use kvant_record::CampaignRecord;
use kvant_record::event::{Event, Start};
use kvant_toolchain::{Backend, Cancel, Preset, Toolchains};

use super::{Asked, found_in, optimising};
use crate::bisection;
use crate::cli::Fuzz;
use crate::interrupt::on_interrupt;
use crate::live::{Live, Outlook, tell};
use crate::recipe::Recipe;
use crate::report::{
    BAD, DIM, Ended as CommandEnded, Failure, Found, GOOD, line, note, readable, thousands,
    wants_json,
};
use crate::settings::Settings;

/// Pauses before a batch is tried again after an error of this machine.
const PAUSES: [Duration; 3] = [
    Duration::from_secs(2),
    Duration::from_secs(20),
    Duration::from_mins(2),
];

/// Time that batches in flight may take after the time of `--time` is over.
const GRACE: Duration = Duration::from_secs(20);

/// Runs a campaign. If a compiler is replaced meanwhile, the campaign goes on with the new one, which is another backend.
pub(super) fn execute(arguments: &Fuzz, settings: Option<&Path>) -> CommandEnded {
    let cancel = on_interrupt()?;
    let begun = Instant::now();
    let mut wanted = Wanted {
        count: arguments.count,
        time: arguments.time,
    };
    let mut all = Found::Fine;
    loop {
        let (found, programs, end) = one(arguments, settings, &wanted, &cancel)?;
        all = match (all, found) {
            (Found::BadNews, _) | (_, Found::BadNews) => Found::BadNews,
            (Found::Nothing, _) | (_, Found::Nothing) => Found::Nothing,
            (Found::Fine, Found::Fine) => Found::Fine,
        };
        let End::Replaced(why) = end else {
            return Ok(all);
        };
        if !wants_json() {
            note(format_args!("{DIM}note: {why}{DIM:#}"));
        }
        wanted.count = wanted.count.map(|count| count.saturating_sub(programs));
        wanted.time = arguments
            .time
            .map(|time| time.saturating_sub(begun.elapsed()));
        if wanted.count == Some(0) || wanted.time.is_some_and(|time| time.is_zero()) {
            return Ok(all);
        }
    }
}

/// Limits of the campaign.
struct Wanted {
    count: Option<u64>,
    time: Option<Duration>,
}

/// Runs one campaign, and returns its result, the number of programs, and the reason of its end.
fn one(
    arguments: &Fuzz,
    settings: Option<&Path>,
    wanted: &Wanted,
    cancel: &Cancel,
) -> Result<(Found, u64, End), Failure> {
    let Wanted { count, time } = *wanted;
    let recipe = Recipe::new(&arguments.language, &arguments.generator)?;
    let sorts = recipe.sorts();
    let asked = Asked::new(&arguments.matrix, settings, &sorts)?;
    let (backends, references) = set(arguments, &asked);
    let mut store = Store::open(&arguments.store)?;
    let wanted = match (&arguments.seeds, arguments.seed) {
        (Some(seeds), _) => Some(seeds.clone()),
        (None, Some(first)) => Some(first..Store::SEEDS.end),
        (None, None) => None,
    };
    let first = wanted
        .as_ref()
        .map_or_else(seed_of_now, |seeds| seeds.start);
    let keys: Vec<BackendKey> = backends.iter().map(BackendKey::of).collect();
    let record = record(&recipe, &mut store)?;
    let session = store.begin(&record, &keys, first)?;
    // Seeds that were named are tested by every backend.
    let rule = match wanted.is_some() && arguments.sample.is_none() {
        true => Rule::Complete,
        false => Rule::Fresh,
    };
    let seeds = wanted
        .clone()
        .unwrap_or(session.first_seed..Store::SEEDS.end);
    let mut set = BackendSet::new(backends.clone(), references, cancel);
    set.sample = arguments.sample;
    set.turns = turns(&store, &session, &backends)?;
    let known = Toolchains::discover_in(&found_in(&Settings::read(settings)?));
    let mut investigator = Investigator::new(
        &known,
        asked.toolchains.clone(),
        bisection::files,
        &Cancel::new(),
    );
    investigator.budget = Some(arguments.reduce);
    // The other cores have other programs to test.
    investigator.jobs = NonZero::<usize>::MIN;
    let campaign = Campaign {
        remake: remake(arguments),
        investigator: Some(&investigator).filter(|_| !arguments.reduce.is_zero()),
        jobs: arguments
            .jobs
            .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)),
        batch: arguments.batch,
        rule,
        proven: session.tested > 0,
        reductions: store.reductions(),
        count,
        time,
        grace: GRACE,
        pauses: PAUSES.to_vec(),
        ..Campaign::new(set, seeds, cancel)
    };
    begin(&asked, &campaign, &session, &store);

    let programs = match (count, &arguments.seeds) {
        (Some(count), _) => Some(count),
        (None, Some(seeds)) if seeds.end < Store::SEEDS.end => {
            Some(seeds.end - seeds.start - store.tested(&session, seeds, rule)?)
        }
        (None, _) => None,
    };
    let outlook = Outlook {
        backends,
        programs,
        time,
    };
    let mut live = Live::new(outlook);
    let maker = |seed| {
        let made = recipe.made(seed).map(|grown| grown.subject);
        made.map_err(|failure| Unmade(failure.message))
    };
    let store = Mutex::new(store);
    let ledger = StoreLedger::new(&store, &session).map_err(|error| error.to_string())?;
    let ended = campaign.run(&ledger, &maker, &mut |event| live.note(event));
    live.clear();
    let store = store.into_inner();
    let ended_well = store
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .end(session);
    end(arguments, &live, &ended);
    let found = match (live.tally.is_bad(), &ended.end) {
        (_, End::Failed(why)) => return Err(why.clone().into()),
        // After other errors, the next campaign notices that this session is dead.
        _ if let Err(error) = &ended_well
            && matches!(error.problem, Problem::Replaced) =>
        {
            return Err(error.to_string().into());
        }
        (true, _) => Found::BadNews,
        // Some programs were not tested, and the reason was printed.
        (false, _) if live.tally.left_out > 0 => Found::Nothing,
        (false, _) => Found::Fine,
    };
    Ok((found, live.tally.programs, ended.end))
}

/// The command that makes the program of a seed of this campaign.
fn remake(arguments: &Fuzz) -> Option<Remake> {
    let made_by = ["gen".to_owned(), "--rehearse".to_owned()].into_iter();
    let made_by = made_by
        .chain(arguments.language.arguments())
        .chain(arguments.generator.arguments())
        .chain(["--seed".to_owned()]);
    Some(Remake {
        program: std::env::current_exe().ok()?,
        arguments: made_by.collect(),
    })
}

/// The backends that test every program, and those that also test it after a disagreement.
fn set(arguments: &Fuzz, asked: &Asked) -> (Vec<Backend>, Vec<Backend>) {
    let mut backends = asked.backends(optimising);
    if arguments.references {
        let mut more = asked.references();
        more.retain(|backend| !backends.contains(backend));
        backends.extend(more);
    }
    // Some of them may be among the backends, which are not run twice.
    (backends, asked.all_references())
}

/// Number of programs that each backend got in earlier runs of this campaign.
fn turns(store: &Store, session: &Session, backends: &[Backend]) -> Result<Turns, Failure> {
    let counts = store.counts(session.campaign)?;
    let given = backends.iter().enumerate().map(|(n, backend)| {
        let key = BackendKey::of(backend);
        let own = counts.iter().filter(|count| count.is_of(&key));
        (n, own.map(|count| count.count).sum())
    });
    Ok(Turns::after(given))
}

/// The record of the campaign. A campaign of an old store with the same programs gets it too.
fn record(recipe: &Recipe, store: &mut Store) -> Result<CampaignRecord, Failure> {
    let programs = recipe.programs();
    let mut record = programs.record();
    store.keep_donors(&mut record, &programs.donors())?;
    store.adopt(&recipe.old_description(), &record)?;
    Ok(record)
}

/// Prints the plan of the campaign.
fn begin(asked: &Asked, campaign: &Campaign<'_>, session: &Session, store: &Store) {
    let folder = store.folder().display().to_string();
    if wants_json() {
        let backends = campaign.set.backends.iter();
        return tell(Event::Start(Start {
            store: folder,
            campaign: session.campaign,
            resumed: session.resumed,
            tested_before: session.tested,
            lost: session.lost.iter().map(bounds).collect(),
            seeds: bounds(&campaign.seeds),
            count: campaign.count,
            seconds: campaign.time.map(|time| time.as_secs()),
            jobs: campaign.jobs.get(),
            sample: campaign.set.sample.map(NonZero::get),
            backends: backends.map(Backend::name).collect(),
        }));
    }
    note(format_args!(
        "{DIM}{}{DIM:#}",
        asked.about(Preset::Quick.name())
    ));
    let seeds = match campaign.seeds.end {
        end if end == Store::SEEDS.end => format!("seeds from {}", campaign.seeds.start),
        end => format!("seeds {}..{end}", campaign.seeds.start),
    };
    let before = match session.tested {
        0 => String::new(),
        tested => format!(", {} programs tested before", thousands(tested)),
    };
    let campaign = session.campaign;
    note(format_args!(
        "{DIM}campaign {campaign} in {folder}{before}; {seeds}; Ctrl-C ends it, and the same command resumes it{DIM:#}"
    ));
    if !session.lost.is_empty() {
        note(format_args!(
            "{DIM}{} programs were in flight when an earlier run was killed (seeds {}); they are tested now{DIM:#}",
            many(&session.lost),
            named(&session.lost)
        ));
    }
}

/// Prints the result of the campaign.
fn end(arguments: &Fuzz, live: &Live, ended: &Ended) {
    if wants_json() {
        let (end, error) = match &ended.end {
            End::Complete => ("complete", None),
            End::TimeIsUp => ("time", None),
            End::Cancelled => ("cancelled", None),
            End::Replaced(why) => ("replaced", Some(why.clone())),
            End::Failed(why) => ("failed", Some(why.clone())),
        };
        return tell(Event::End {
            counts: Box::new(live.counts()),
            in_flight: ended.in_flight.iter().map(bounds).collect(),
            waiting: ended.waiting,
            end: end.to_owned(),
            error,
        });
    }
    let tally = &live.tally;
    let (programs, tests) = (thousands(tally.programs), thousands(tally.tests));
    let tested = format!(
        "{programs} programs, {tests} tests in {}",
        readable(live.elapsed())
    );
    let quiet = tally.new.is_empty() && tally.known.is_empty() && tally.muted == 0;
    match (tally.is_bad(), quiet) {
        (false, true) if tally.programs == 0 => match ended.end {
            End::Complete if tally.left_out == 0 => line(
                "nothing left to test: these seeds were tested before, or another process is testing them",
            ),
            _ => line("no program was tested"),
        },
        (false, true) => line(format_args!("{GOOD}{tested}: no difference{GOOD:#}")),
        (bad, _) => {
            let style = if bad { BAD } else { GOOD };
            let mut said = vec![
                format!("{} new findings", tally.news()),
                format!("{} known", tally.known_ones()),
                format!("{} muted", tally.muted),
                format!("{} machine disputes", tally.disputes()),
            ];
            if tally.unmade > 0 {
                said.push(format!("{} programs could not be made", tally.unmade));
            }
            line(format_args!(
                "{style}{tested}: {}{style:#}",
                said.join(", ")
            ));
            let store = match arguments.store == Path::new(crate::cli::STORE) {
                true => String::new(),
                false => format!(" --store {}", arguments.store.display()),
            };
            note(format_args!("{DIM}see `kvant findings{store}`{DIM:#}"));
        }
    }
    if tally.left_out > 0 {
        line(format_args!(
            "{} programs were skipped because of errors on this machine",
            tally.left_out
        ));
    }
    if ended.waiting > 0 {
        note(format_args!(
            "{DIM}{} findings are not reduced yet: the next run or `kvant reduce N` does that{DIM:#}",
            ended.waiting
        ));
    }
    if !ended.in_flight.is_empty() {
        note(format_args!(
            "{DIM}{} programs were in flight; the next run tests them{DIM:#}",
            many(&ended.in_flight)
        ));
    }
}

fn many(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|seeds| seeds.end - seeds.start).sum()
}

fn named(ranges: &[Range<u64>]) -> String {
    let ranges = ranges.iter();
    let ranges = ranges.map(|seeds| format!("{}..{}", seeds.start, seeds.end));
    ranges.collect::<Vec<_>>().join(", ")
}

/// A first seed that two campaigns are not likely to share.
fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // 10,000 seeds for each second: more than a campaign tests, so a later one hardly meets the seeds of an earlier one.
    now.map_or(0, |now| now.as_millis() as u64 * 10)
}
