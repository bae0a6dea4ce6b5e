//! Tests in LLVM IR as programs of campaigns.

use kvant_campaign::{
    Answered, Form, InDialect, Judgement, Language as _, Splice, Subject, Verdict,
};
use kvant_languages::llvm::LlvmLanguage;
use kvant_record::{Dialect, OptLevel, Request};

fn dialect(major: u32) -> Dialect {
    Dialect {
        family: "opt".to_owned(),
        major,
        minor: 0,
    }
}

fn programs(seeds: std::ops::Range<u64>) -> Vec<Box<dyn Subject>> {
    let config = LlvmLanguage.config();
    let generator = LlvmLanguage.generator(config, Splice::Nothing, "x86_64", &mut |_| {});
    let generator = generator.unwrap();
    seeds
        .map(|seed| generator.grow(seed).unwrap().subject)
        .collect()
}

fn in_dialect(subject: &dyn Subject, major: u32) -> Box<dyn Subject> {
    match subject.in_dialect(&dialect(major)) {
        Ok(InDialect::Other(other)) => other,
        _ => panic!("{} is beyond {major}", subject.name()),
    }
}

/// A transformation that does nothing is right about each program of a batch; one that changes a program is wrong about that one.
#[test]
fn programs_of_a_batch_are_judged_one_by_one() {
    let programs = programs(0..24);
    let owned: Vec<_> = programs.iter().map(|it| in_dialect(&**it, 23)).collect();
    let subjects: Vec<&dyn Subject> = owned.iter().map(|it| &**it).collect();
    let batch = subjects[0].batch(&subjects);
    let text = batch.text(Form::Fast, &dialect(23)).unwrap();
    let request = Request::build(OptLevel::O3);
    let says = |text: &str| -> Vec<bool> {
        let judged = batch.judge(&request, &Answered::Transformed(text));
        let wrong = judged.iter().map(|it| match it {
            Judgement::Judged(Verdict::Agrees | Verdict::CannotSay { .. }) => false,
            Judgement::Judged(Verdict::WrongValue(wrong)) => {
                assert!(
                    wrong.class.is_some() && wrong.expected.is_some(),
                    "{wrong:?}"
                );
                true
            }
            other => panic!("{other:?}"),
        });
        wrong.collect()
    };
    assert_eq!(says(&text), [false; 24]);
    let mut wrong = 0;
    for n in 0..24 {
        // Another value is returned.
        let start = text.find(&format!(" @p{n}.k.")).unwrap();
        let end = start + text[start..].find("\n}").unwrap();
        let Some(at) = text[start..end].find("  ret i32 ") else {
            continue;
        };
        let line = start + at;
        let after = line + text[line..].find('\n').unwrap();
        let edited = format!("{}  ret i32 123456789{}", &text[..line], &text[after..]);
        let judged = says(&edited);
        assert!(
            judged.iter().enumerate().all(|(k, is)| k == n || !is),
            "{n}: {judged:?}"
        );
        wrong += usize::from(judged[n]);
    }
    assert!(wrong >= 3, "{wrong}");
    let nothing = batch.judge(&request, &Answered::Printed(""));
    assert!(matches!(
        nothing[0],
        Judgement::Judged(Verdict::CannotSay { .. })
    ));
    assert!(says("no module").iter().all(|it| !it));
}

#[test]
fn programs_complete_requests() {
    let programs = programs(0..1);
    let subject = &*programs[0];
    let text = subject.text(Form::Readable, None);
    let line = |role: &str| {
        let start = format!("; {role}: ");
        let mut lines = text.lines();
        lines
            .find_map(|it| it.strip_prefix(&start))
            .unwrap()
            .to_owned()
    };
    for role in ["own", "donor", "single", "sequence"] {
        let request = Request::in_mode(role);
        let completed = subject.request(&request, &dialect(15)).unwrap();
        assert_eq!(completed.to_string(), format!("passes {}", line(role)));
    }
    let request = Request::build(OptLevel::O2);
    assert_eq!(*subject.request(&request, &dialect(15)).unwrap(), request);
}

#[test]
fn files_are_tests() {
    let read = |text: &str| LlvmLanguage.read(text, "mine", "x86_64");
    let subject = read("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n").unwrap();
    assert_eq!(subject.size().statements, 1);
    let written = subject.text(Form::Readable, None);
    assert!(written.contains("; input "), "{written}");
    assert_eq!(read(&written).unwrap().text(Form::Readable, None), written);
    for wrong in [
        "define",
        "@x = global i32 0\n",
        "define void @f() {\n  unreachable\n}\n",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    let request = Request::in_mode("own");
    assert!(subject.request(&request, &dialect(19)).is_none());
}
