//! Results of benchmarks for people.

use kvant_bench::until_as_small;
use kvant_record::bench::{
    C, CSums, Edits, Generate, Llvm, Machine, Passes, Pipeline, PipelineCost, Reduce, ReduceCase,
    ReduceWay, RefinedRun, Refinement, Survival, Witnesses,
};
use kvant_toolchain::Toolchain;

use crate::report::{DIM, line, note, table};

pub(super) fn survival(result: &Survival, toolchain: &Toolchain) {
    line(format_args!(
        "{:.1} % of user LLVM instructions survive O3 with all MIR passes on {toolchain} (median {:.1} %): {} of {} in {} programs",
        result.share * 100.0,
        result.median_share * 100.0,
        result.instructions_after,
        result.instructions_before,
        result.programs
    ));
    line(format_args!(
        "at least {:.1} % of distinct statements have an instruction left, however often inlined: {} of {}",
        result.statement_share * 100.0,
        result.statements_after,
        result.statements_before
    ));
    note(format_args!(
        "{:.1} % of {} observations left in the code have a constant argument",
        result.constant_observations_share * 100.0,
        result.observations_after
    ));
}

pub(super) fn machine(result: &Machine, _: &Toolchain) {
    let million = |rate: f64| format!("{:.1}", rate / 1e6);
    let mut rows = head([
        "million steps a CPU second",
        "machine",
        &result.const_eval,
        "times",
    ]);
    for rate in &result.rates {
        let other = rate.const_eval_steps_per_cpu_second.map(million);
        let times = rate.speedup.map(|speedup| format!("{speedup:.1}"));
        rows.push(vec![
            rate.program.clone(),
            million(rate.steps_per_cpu_second),
            other.unwrap_or_default(),
            times.unwrap_or_default(),
        ]);
    }
    line(table(&rows).trim_end());
    let mut rows = head(["step executed and rolled back", "writes", "nanoseconds"]);
    for fork in &result.forks {
        rows.push(vec![
            format!("with {} bytes", fork.live_bytes),
            format!("{} bytes", fork.touched_bytes),
            format!("{:.0}", fork.nanoseconds),
        ]);
    }
    line("");
    line(table(&rows).trim_end());
}

pub(super) fn llvm(result: &Llvm) {
    let missing = |tool: &str| format!("{tool} (not found)");
    let times = |speedup: Option<f64>| speedup.map_or(String::new(), |it| format!("{it:.1}"));
    let assembler = result.assembler.clone();
    let assembler = assembler.unwrap_or_else(|| missing("llvm-as"));
    let mut rows = head([
        "MB a CPU second",
        "index",
        "times",
        "parser",
        "times",
        &assembler,
        "memory by text",
    ]);
    for text in &result.texts {
        let speed = |speed: f64| format!("{speed:.0}");
        rows.push(vec![
            text.text.clone(),
            speed(text.index_megabytes_per_cpu_second),
            times(text.index_speedup),
            speed(text.parse_megabytes_per_cpu_second),
            times(text.parse_speedup),
            text.llvm_as_megabytes_per_cpu_second
                .map(speed)
                .unwrap_or_default(),
            times(text.peak_memory_by_text),
        ]);
    }
    line(table(&rows).trim_end());
    let million = |rate: f64| format!("{:.1}", rate / 1e6);
    let interpreter = result.interpreter.clone();
    let interpreter = interpreter.unwrap_or_else(|| missing("lli"));
    let mut rows = head([
        "million instructions a CPU second",
        "machine",
        &interpreter,
        "times",
    ]);
    for rate in &result.loops {
        rows.push(vec![
            rate.program.clone(),
            million(rate.instructions_per_cpu_second),
            rate.lli_instructions_per_cpu_second
                .map(million)
                .unwrap_or_default(),
            times(rate.speedup),
        ]);
    }
    line("");
    line(table(&rows).trim_end());
}

pub(super) fn passes(result: &Passes, toolchain: &Toolchain) {
    line(format_args!(
        "{} programs at O3 with all MIR passes on {toolchain}",
        result.programs
    ));
    for (title, passes) in [
        ("MIR pass", &result.mir_passes),
        ("LLVM pass", &result.llvm_passes),
        ("Code generation pass", &result.codegen_passes),
    ] {
        let counts = passes.iter();
        let counts = counts.map(|pass| (&pass.name, pass.programs, pass.changed_functions));
        counted(title, "functions changed", counts);
    }
    let remarks = result.llvm_remarks.iter();
    let remarks = remarks.map(|remark| (&remark.name, remark.programs, remark.remarks));
    counted("LLVM remark of an applied optimisation", "remarks", remarks);
}

/// A table of names with the number of programs and a count of something.
fn counted<'a>(title: &str, what: &str, counts: impl Iterator<Item = (&'a String, u64, u64)>) {
    let mut rows = head([title, "programs", what]);
    for (name, programs, count) in counts {
        rows.push(vec![
            name.clone(),
            format!("{programs:>8}"),
            format!("{count:>width$}", width = what.len()),
        ]);
    }
    line("");
    line(table(&rows).trim_end());
}

pub(super) fn generate(result: &Generate) {
    let mut rows = head([
        "size",
        "programs",
        "statements",
        "CPU ms",
        "at most",
        "a 1,000 statements",
        "with all checks",
        "peak MiB",
        "steps",
        "undone",
    ]);
    for result in &result.sizes {
        let peak = result
            .peak_memory_bytes
            .map(|bytes| bytes as f64 / 1_048_576.0);
        rows.push(vec![
            result.size.to_string(),
            result.programs.to_string(),
            format!("{:.0}", result.median_statements),
            format!("{:.1}", result.median_cpu_ms),
            format!("{:.1}", result.max_cpu_ms),
            format!("{:.1}", result.cpu_ms_per_1000_statements),
            format!("{:.1}", result.median_checked_cpu_ms),
            peak.map_or("?".to_owned(), |peak| format!("{peak:.1}")),
            format!("{:.0}", result.median_steps),
            format!("{:.0}", result.median_undone_steps),
        ]);
    }
    line(table(&rows).trim_end());
    if let Some(growth) = result.growth_30000_by_7500 {
        line(format_args!(
            "\nfrom 7500 to 30000 statements: {growth:.1} times the processor time"
        ));
    }
}

pub(super) fn pipeline(result: &Pipeline) {
    let mut rows = head([
        "size",
        "programs",
        "statements executed",
        "a CPU second",
        "one program per compilation",
        "times",
        "inside compilers",
        "largest batch",
    ]);
    let rate = |cost: &PipelineCost| {
        format!(
            "{:.1} programs, {:.0} statements",
            cost.programs_per_cpu_second, cost.statements_per_cpu_second
        )
    };
    for result in &result.sizes {
        rows.push(vec![
            result.size.to_string(),
            result.programs.to_string(),
            result.statements.to_string(),
            rate(&result.batched),
            rate(&result.plain),
            format!("{:.1}", result.speedup),
            format!("{:.1} %", result.compiler_share * 100.0),
            result.largest_batch.to_string(),
        ]);
    }
    line(table(&rows).trim_end());
    note(format_args!(
        "{:.1} % of the processor time is spent inside of compilers ({})",
        result.compiler_share * 100.0,
        result.backends.join(", ")
    ));
}

pub(super) fn reduced(case: &ReduceCase) {
    let said = |way: &ReduceWay| {
        format!(
            "{} statements in {}, {} tests, {} compilations",
            way.statements, way.functions, way.questions, way.compiler_calls
        )
    };
    let other = match &case.lines {
        Some(way) if way.gave_up => format!("; line-wise reduction gave up: {}", said(way)),
        Some(way) => format!("; line-wise reduction {}", said(way)),
        None => String::new(),
    };
    line(format_args!(
        "{:<14} {:<9} {} to {}{other}",
        case.canary,
        case.program,
        case.statements,
        said(&case.ours),
    ));
}

pub(super) fn reduce(result: &Reduce, toolchain: &Toolchain) {
    let mut rows = head(["", "kvant", "line-wise", "ratio"]);
    let mut row = |name: &str, of: &dyn Fn(&ReduceWay) -> f64, digits: usize| {
        let ours = of(&result.ours);
        let mut row = vec![name.to_owned(), format!("{ours:.digits$}")];
        if let Some(plain) = result.lines.as_ref().map(of) {
            row.push(format!("{plain:.digits$}"));
            row.push(format!("{:.1}", plain / ours));
        }
        rows.push(row);
    };
    row("statements left", &|way| way.statements as f64, 0);
    row("functions left", &|way| way.functions as f64, 0);
    row("tests", &|way| way.questions as f64, 0);
    row("compilations", &|way| way.compiler_calls as f64, 0);
    row(
        "CPU seconds of compilers",
        &|way| way.compiler_cpu_seconds + way.program_cpu_seconds,
        1,
    );
    row("CPU seconds of kvant", &|way| way.own_cpu_seconds, 1);
    if let Some(times) = result.calls_ratio_until_as_small {
        let (ours, plain) = until_as_small(&result.cases);
        rows.push(vec![
            "compilations until the same size".to_owned(),
            ours.to_string(),
            plain.to_string(),
            format!("{times:.1}"),
        ]);
    }
    line(table(&rows).trim_end());
    if let Some(tried) = result.lines.as_ref().and_then(|way| way.candidates) {
        note(format_args!(
            "line-wise reduction proposed {tried} programs; the machine rejected those that were not compiled"
        ));
    }
    note(format_args!(
        "{} cases of {} statements, {toolchain}; {} smaller than after line-wise reduction",
        result.cases.len(),
        result.size,
        result.smaller,
    ));
}

pub(super) fn c(result: &C) {
    generators(result);
    line(format_args!(
        "\nkvant generates {:.0} KB in a CPU second and checks them again from their text",
        result.kvant_kilobytes_a_cpu_second_checked
    ));
    line(format_args!(
        "{:.1} % of arithmetic in kvant's programs is guarded",
        result.guarded_percent
    ));
    let mut features: Vec<(&String, &f64)> = result.features_percent.iter().collect();
    features.sort_by(|a, b| a.1.total_cmp(b.1));
    for (feature, share) in features.iter().take(6) {
        note(format_args!(
            "{DIM}{feature}: in {share:.0} % of programs{DIM:#}"
        ));
    }
    line("");
    for reference in &result.references {
        let cannot = match reference.cannot_say {
            0 => String::new(),
            n => format!(", {n} cannot say"),
        };
        line(format_args!(
            "{}: {} agree, {} disagree{cannot}",
            reference.backend,
            reference.agrees,
            reference.against.len()
        ));
        against(&reference.against);
    }
    let frama_c = &result.frama_c;
    match frama_c.absent {
        true => line("frama-c: not installed: `apt-get install frama-c-base`"),
        false => line(format_args!(
            "frama-c: {} agree, {} disagree, {} cannot say",
            frama_c.agrees,
            frama_c.against.len(),
            frama_c.cannot_say
        )),
    }
    against(&frama_c.against);
}

/// Both generators of C programs in one table.
fn generators(result: &C) {
    let mut rows = head(["", "kvant", "csmith"]);
    let mut row = |what: &str, value: &dyn Fn(&CSums) -> String| {
        let csmith = match result.csmith.programs {
            0 => "not installed".to_owned(),
            _ => value(&result.csmith),
        };
        rows.push(vec![what.to_owned(), value(&result.kvant), csmith]);
    };
    let percent = |value: f64| format!("{value:.1} %");
    row("programs", &|s| s.programs.to_string());
    row("size", &|s| format!("{:.0} KB", s.kilobytes_a_program));
    row("generated a CPU second", &|s| {
        format!("{:.0} KB", s.kilobytes_a_cpu_second)
    });
    row("terminate within a second at O0", &|s| {
        percent(s.terminate_percent)
    });
    row("trivial programs", &|s| percent(s.trivial_percent));
    row("lines executed", &|s| percent(s.lines_executed_percent));
    row("lines executed, median", &|s| {
        percent(s.lines_executed_median_percent)
    });
    row("LLVM instructions left after O2", &|s| {
        percent(s.survival_percent)
    });
    row("wrappers a program", &|s| {
        format!("{:.1}", s.wrapped_a_program)
    });
    line(table(&rows).trim_end());
}

fn against(against: &[(u64, String)]) {
    for (seed, said) in against.iter().take(3) {
        note(format_args!("  seed {seed}: {said}"));
    }
}

/// A table with a head only.
fn head<const N: usize>(titles: [&str; N]) -> Vec<Vec<String>> {
    vec![titles.map(str::to_owned).to_vec()]
}

pub(super) fn witnesses(result: &Witnesses) {
    for witness in &result.witnesses {
        let refused: u64 = witness.refused.values().sum();
        line(format_args!(
            "{}: {} agree, {} disagree, {refused} refused",
            witness.backend,
            witness.agree,
            witness.against.len(),
        ));
        for (reason, count) in &witness.refused {
            note(format_args!("{DIM}{count} refused: {reason}{DIM:#}"));
        }
        against(&witness.against);
    }
    if result.witnesses.is_empty() {
        line("no compiler whose LLVM IR can be read was found");
    }
}

pub(super) fn edits(result: &Edits) {
    let percent =
        |share: Option<f64>| share.map_or(String::new(), |it| format!("{:.0} %", it * 100.0));
    let mut rows = head([
        "edits",
        "drawn",
        "alter behaviour",
        "caught",
        "share",
        "silent",
    ]);
    for kind in &result.kinds {
        rows.push(vec![
            kind.kind.clone(),
            kind.drawn.to_string(),
            kind.altering.to_string(),
            kind.caught.to_string(),
            percent(kind.share),
            kind.silent.to_string(),
        ]);
    }
    line(table(&rows).trim_end());
    line(format_args!(
        "{} of {} edits alter behaviour, {} are caught: {}",
        result.altering,
        result.edits,
        result.caught,
        percent(result.share),
    ));
    for (reason, count) in &result.reasons {
        line(format_args!("{count} missed: {reason}"));
    }
    for function in &result.differing {
        note(format_args!("{DIM}differs unedited: {function}{DIM:#}"));
    }
    for (rule, count) in &result.stops {
        note(format_args!(
            "{DIM}{count} functions without a defined run: {rule}{DIM:#}"
        ));
    }
    for missed in &result.missed {
        note(format_args!(
            "{DIM}{}: {} ({} on a {} input; {}){DIM:#}",
            missed.file, missed.edit, missed.class, missed.input, missed.reason
        ));
    }
    line(format_args!(
        "{} functions, {} without a defined run, {} that differ unedited, {} files not read; {:.1} s of processor time",
        result.functions,
        result.without_input,
        result.differing.len(),
        result.unread,
        result.cpu_seconds
    ));
}

pub(super) fn refine(result: &Refinement) {
    let functions = &result.functions;
    let share = |part: u64, whole: u64| {
        let percent = part as f64 * 100.0 / (whole as f64).max(1.0);
        format!("{part} ({percent:.1} %)")
    };
    line(format_args!(
        "{} functions in {} files, {} without intrinsics of targets, {} of them supported, {} left out, {} equal to others",
        functions.seen,
        result.files,
        functions.without_target_intrinsics,
        share(functions.supported, functions.without_target_intrinsics),
        functions.left_out,
        functions.duplicates,
    ));
    line(format_args!(
        "inputs were looked for {}: {} have a defined run, {} one of at least half of the function; {} of the blocks are reached; {} inputs",
        functions.searched,
        share(functions.defined, functions.searched),
        share(functions.half_executed, functions.searched),
        share(functions.blocks_reached, functions.blocks),
        functions.inputs,
    ));
    counts("not used", &result.skipped);
    counts("refused", &functions.refused);
    counts("no defined run", &functions.stops);
    for run in &result.runs {
        refined_run(run);
    }
    for group in &result.groups {
        let rule = group.rule.as_ref().map(|rule| format!(": {rule}"));
        line(format_args!(
            "{} {}: {}{} ({})",
            group.opt,
            group.passes,
            group.class,
            rule.unwrap_or_default(),
            group.findings.len()
        ));
        for finding in &group.findings {
            let known = finding.known.as_ref().map(|it| format!(" known: {it}"));
            note(format_args!(
                "{DIM}{} @{} {}{}{DIM:#}",
                finding.file,
                finding.function,
                finding.input,
                known.unwrap_or_default()
            ));
        }
    }
    for failure in &result.failures {
        let text = failure.failure.lines().next().unwrap_or_default();
        line(format_args!(
            "{} {}: {} @{}: {text}",
            failure.opt, failure.options, failure.file, failure.function
        ));
    }
    for text in &result.vanished {
        line(format_args!("not seen any more: {text}"));
    }
    let seconds = &result.cpu_seconds;
    line(format_args!(
        "{:.0} functions a CPU second; CPU seconds: {:.1} for a look at the files, {:.1} to extract, {:.1} for texts, {:.1} to find inputs, {:.1} to judge",
        result.functions_per_cpu_second,
        seconds.look,
        seconds.extract,
        seconds.text,
        seconds.search,
        seconds.judge
    ));
    if result.unexpected > 0 {
        line(format_args!(
            "{} differences that are not known",
            result.unexpected
        ));
    }
}

fn refined_run(run: &RefinedRun) {
    line(format_args!(
        "{} {}: {} functions, {} judged, {} beyond the version, {} with options that it refuses, {} gone",
        run.opt, run.passes, run.functions, run.judged, run.beyond, run.options_refused, run.gone
    ));
    counts("verdicts", &run.verdicts);
    counts("silent inputs", &run.silences);
}

/// Counts by reason, the largest first.
fn counts(title: &str, counts: &std::collections::BTreeMap<String, u64>) {
    if counts.is_empty() {
        return;
    }
    let mut all: Vec<_> = counts.iter().collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.1));
    let all: Vec<String> = all
        .into_iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    note(format_args!("{DIM}{title}: {}{DIM:#}", all.join(", ")));
}
