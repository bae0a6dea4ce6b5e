//! The display of a running campaign: a few lines that are rewritten on a terminal, a line every ten seconds elsewhere, or events
//! as JSON.

use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use kvant_campaign::{Event, FollowedUp, Kind, Size, Tally, VerdictKind};
use kvant_record::event::{self, BackendCounts, Counts, Reducing, Told};
use kvant_record::{Moment, News};
use kvant_toolchain::Backend;

use crate::report::{BAD, DIM, error, json, line, note, readable, sized, thousands, wants_json};

/// The size of a campaign, as far as it is known before it begins.
pub(crate) struct Outlook {
    pub(crate) backends: Vec<Backend>,
    /// Number of programs to test, if it is limited.
    pub(crate) programs: Option<u64>,
    /// Duration of the campaign, if it is limited.
    pub(crate) time: Option<Duration>,
}

/// The view of one campaign.
pub(crate) struct Live {
    outlook: Outlook,
    pub(crate) tally: Tally,
    how: How,
    began: Instant,
    own_before: Duration,
    shown: Instant,
    /// The findings that are being reduced, with the present size of their programs.
    reducing: Vec<(i64, Size)>,
    /// The disagreements so far: backend and verdict.
    suspected: BTreeSet<(String, VerdictKind)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// On a terminal, where this many lines are rewritten.
    Terminal(usize),
    Lines,
    Json,
}

impl Live {
    pub(crate) fn new(outlook: Outlook) -> Live {
        let how = match (wants_json(), std::io::stderr().is_terminal()) {
            (true, _) => How::Json,
            (false, true) => How::Terminal(0),
            (false, false) => How::Lines,
        };
        Live {
            tally: Tally::new(outlook.backends.len()),
            outlook,
            how,
            began: Instant::now(),
            own_before: own_time(),
            shown: Instant::now(),
            reducing: Vec::new(),
            suspected: BTreeSet::new(),
        }
    }

    /// Counts an event, and updates the display if it is due.
    pub(crate) fn note(&mut self, event: &Event) {
        self.tally.note(event);
        match event {
            Event::Reducing(number, size) => {
                self.reducing.retain(|(other, _)| other != number);
                self.reducing.push((*number, *size));
            }
            Event::FollowedUp(number, _) => self.reducing.retain(|(other, _)| other != number),
            _ => {}
        }
        match self.how {
            How::Json => {
                if let Some(event) = event.record() {
                    tell(event);
                }
            }
            How::Terminal(_) | How::Lines => self.say(event),
        }
        let pause = match self.how {
            How::Terminal(_) => Duration::from_millis(200),
            How::Lines | How::Json => Duration::from_secs(10),
        };
        if self.shown.elapsed() >= pause {
            self.shown = Instant::now();
            self.show();
        }
    }

    /// Erases the display, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if let How::Terminal(lines) = self.how {
            if lines > 0 {
                let mut stderr = std::io::stderr();
                let _ = write!(stderr, "\r\x1b[{lines}A\x1b[J");
                let _ = stderr.flush();
            }
            self.how = How::Terminal(0);
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The share of processor time that compilers took, if anything is known of it.
    pub(crate) fn compiler_share(&self) -> Option<f64> {
        let own = own_time().saturating_sub(self.own_before);
        self.tally.compiler_share(own)
    }

    /// Prints an event as text.
    fn say(&mut self, event: &Event) {
        match event {
            Event::Found(found) => {
                let (finding, recorded) = &**found;
                // Known and muted findings are counted and not printed again.
                if recorded.news != News::New {
                    return;
                }
                self.clear();
                let number = recorded.finding;
                let (kind, name, headline) =
                    (finding.kind.name(), &finding.name, finding.headline());
                let style = if finding.kind.counts() { BAD } else { DIM };
                line(format_args!(
                    "{style}{kind}{style:#}: finding {number}, {name}\n  {headline}"
                ));
                if finding.kind == Kind::MachineDispute {
                    line(format_args!(
                        "  {BAD}This counts as a bug of kvant, not of a compiler:{BAD:#} see `kvant findings show {number}`"
                    ));
                }
            }
            Event::Suspected {
                seeds,
                backend,
                verdict,
            } => {
                // Once for each backend and verdict: a compiler that is always wrong shows in its findings.
                if self.suspected.insert((backend.clone(), *verdict)) {
                    self.clear();
                    note(format_args!(
                        "{DIM}{}: {backend} says {verdict}; {}{DIM:#}",
                        some(seeds),
                        what_follows(seeds, *verdict)
                    ));
                }
            }
            Event::Unmade(_, why) => {
                self.clear();
                error(why);
            }
            Event::Trouble(what, pause) => {
                self.clear();
                let pause = readable(*pause);
                note(format_args!("{DIM}{what}; trying again in {pause}{DIM:#}"));
            }
            Event::LeftOut(seeds, what) => {
                self.clear();
                let (first, last) = (seeds.start, seeds.end - 1);
                error(format_args!("seeds {first} to {last} are skipped: {what}"));
            }
            Event::FollowedUp(number, followed) => {
                self.clear();
                followed_up(*number, followed);
            }
            Event::Confirmed(number, shows) => {
                self.clear();
                let shows = if *shows {
                    "shows here, too"
                } else {
                    "does not show here"
                };
                note(format_args!(
                    "{DIM}finding {number} of another process {shows}{DIM:#}"
                ));
            }
            Event::Reducing(..)
            | Event::Begins(..)
            | Event::Heard { .. }
            | Event::Done { .. }
            | Event::Tick => {}
        }
    }

    /// Updates the display.
    fn show(&mut self) {
        match self.how {
            How::Json => tell(self.progress()),
            How::Lines => {
                let text = self.lines();
                note(text.join("; "));
            }
            How::Terminal(_) => {
                self.clear();
                let mut text = self.lines();
                text.push(self.per_toolchain());
                let width = columns();
                let mut stderr = std::io::stderr();
                for line in &text {
                    // A wrapped line would take two rows of the terminal.
                    let line: String = line.chars().take(width.saturating_sub(1)).collect();
                    let _ = writeln!(stderr, "{line}");
                }
                let _ = stderr.flush();
                self.how = How::Terminal(text.len());
            }
        }
    }

    fn lines(&self) -> Vec<String> {
        let tally = &self.tally;
        let seconds = self.elapsed().as_secs_f64().max(0.001);
        let share = match self.compiler_share() {
            Some(share) => format!("{:.0} % of CPU in compilers", share * 100.0),
            None => "nothing compiled yet".to_owned(),
        };
        let mut first = format!(
            "{}: {} programs ({:.1}/s), {} tests ({:.1}/s), {share}",
            readable(self.elapsed()),
            thousands(tally.programs),
            tally.programs as f64 / seconds,
            thousands(tally.tests),
            tally.tests as f64 / seconds,
        );
        if let Some(left) = self.left() {
            first = format!("{first}, {} left", readable(left));
        }
        let now: Vec<String> = tally
            .in_flight
            .iter()
            .map(|seeds| match seeds.end - seeds.start {
                1 => seeds.start.to_string(),
                _ => format!("{}..{}", seeds.start, seeds.end),
            })
            .collect();
        let known = tally.known_ones();
        let mut second = format!(
            "findings: {} new, {known} known, {} muted, {} disputes",
            tally.news(),
            tally.muted,
            tally.disputes(),
        );
        if !now.is_empty() {
            second = format!("{second}; now seeds {}", now.join(", "));
        }
        let mut lines = vec![first, second];
        if let Some((seed, said)) = tally.suspected.first_key_value() {
            let more = match tally.suspected.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            lines.push(format!("being confirmed: seed {seed} ({said}){more}"));
        }
        if !self.reducing.is_empty() {
            let reducing = self.reducing.iter();
            let reducing = reducing.map(|(number, size)| {
                format!(
                    "finding {number}, {} statements",
                    thousands(size.statements as u64)
                )
            });
            let reducing: Vec<String> = reducing.collect();
            lines.push(format!("reducing: {}", reducing.join("; ")));
        }
        lines
    }

    /// Tests of each compiler.
    fn per_toolchain(&self) -> String {
        let mut counts: Vec<(&str, u64, u64)> = Vec::new();
        for (backend, tally) in self.outlook.backends.iter().zip(&self.tally.backends) {
            let name = backend.toolchain.name.as_str();
            match counts.iter_mut().find(|count| count.0 == name) {
                Some((_, tests, bad)) => {
                    *tests += tally.tests;
                    *bad += tally.bad;
                }
                None => counts.push((name, tally.tests, tally.bad)),
            }
        }
        let counts = counts.into_iter().map(|(name, tests, bad)| match bad {
            0 => format!("{name} {}", thousands(tests)),
            bad => format!("{name} {} ({bad} bad)", thousands(tests)),
        });
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Estimated time until the end, if the campaign is limited.
    fn left(&self) -> Option<Duration> {
        let elapsed = self.elapsed();
        let by_time = self.outlook.time.map(|time| time.saturating_sub(elapsed));
        let done = self.tally.programs;
        let by_count = self.outlook.programs.filter(|_| done > 0).map(|programs| {
            let each = elapsed.as_secs_f64() / done as f64;
            Duration::try_from_secs_f64(each * programs.saturating_sub(done) as f64)
                .unwrap_or(Duration::MAX)
        });
        match (by_time, by_count) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    fn progress(&self) -> event::Event {
        let reducing = self.reducing.iter().map(|(finding, size)| Reducing {
            finding: *finding,
            statements: size.statements,
        });
        event::Event::Progress {
            counts: Box::new(self.counts()),
            seconds_left: self.left().map(|left| left.as_secs_f64()),
            reducing: reducing.collect(),
            suspected: self.tally.suspected.keys().copied().collect(),
        }
    }

    /// All counts.
    pub(crate) fn counts(&self) -> Counts {
        let tally = &self.tally;
        let backends = self.outlook.backends.iter().zip(&tally.backends);
        let backends = backends.map(|(backend, tally)| BackendCounts {
            name: backend.name(),
            tests: tally.tests,
            cannot_say: tally.cannot_say,
            bad: tally.bad,
        });
        Counts {
            seconds: self.elapsed().as_secs_f64(),
            programs: tally.programs,
            tests: tally.tests,
            unmade: tally.unmade,
            left_out: tally.left_out,
            compiler_share: self.compiler_share(),
            compiler_cpu_seconds: tally.spent.compilers.as_secs_f64(),
            program_cpu_seconds: tally.spent.programs.as_secs_f64(),
            new: tally.new.clone(),
            known: tally.known.clone(),
            muted: tally.muted,
            backends: backends.collect(),
        }
    }
}

/// Prints an event as JSON, with the time.
pub(crate) fn tell(event: event::Event) {
    json(Told {
        time: Moment::now(),
        event,
    });
}

/// Seeds, one of which is responsible.
fn some(seeds: &[u64]) -> String {
    match seeds {
        [seed] => format!("seed {seed}"),
        [first, .., last] => format!("one of the seeds {first} to {last}"),
        [] => String::new(),
    }
}

/// The next step after a disagreement.
fn what_follows(seeds: &[u64], verdict: VerdictKind) -> &'static str {
    match (seeds.len(), verdict) {
        (1, VerdictKind::CompilerHang) => {
            "it is compiled once more, with up to a minute of processor time"
        }
        (1, _) => "it is tested again before it becomes a finding",
        (_, VerdictKind::CompilerHang) => "bisecting the batch, with 10 s for each half",
        _ => "bisecting the batch",
    }
}

/// Prints the result of a finding's reduction and bisection.
fn followed_up(number: i64, followed: &FollowedUp) {
    match followed {
        FollowedUp::Investigated { analysis, same_as } => {
            let from = thousands(analysis.original.statements as u64);
            let end = if analysis.is_smallest { "" } else { " so far" };
            let mut said = vec![format!("from {from} to {}{end}", sized(analysis.size))];
            said.extend(analysis.culprit.as_ref().map(ToString::to_string));
            if analysis.is_lifted {
                said.push("shows in ordinary code too".to_owned());
            }
            said.extend(same_as.map(|same| format!("the same bug as finding {same}")));
            line(format_args!("  finding {number}: {}", said.join("; ")));
        }
        FollowedUp::Presumed(same) => note(format_args!(
            "{DIM}  finding {number} is presumed to be the same bug as finding {same}{DIM:#}"
        )),
        FollowedUp::Failed(why) => note(format_args!(
            "{DIM}  finding {number} was not reduced: {why}{DIM:#}"
        )),
    }
}

/// Processor time of this process.
fn own_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Width of the terminal.
fn columns() -> usize {
    let size = rustix::termios::tcgetwinsize(std::io::stderr());
    let columns = size.map_or(0, |size| usize::from(size.ws_col));
    if columns == 0 { 80 } else { columns }
}
