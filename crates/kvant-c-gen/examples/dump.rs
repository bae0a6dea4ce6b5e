use kvant_c::*;
fn main() {
    let a: Vec<u64> = std::env::args()
        .skip(1)
        .map(|x| x.parse().unwrap())
        .collect();
    let config = kvant_c_gen::GenConfig::default();
    let out = std::path::Path::new("/tmp/cgen");
    std::fs::create_dir_all(out).unwrap();
    for seed in a[0]..a[1] {
        let t = std::time::Instant::now();
        match kvant_c_gen::generate(seed, &config, &CTarget::X86_64) {
            Ok(g) => {
                let el = t.elapsed().as_secs_f64() * 1000.0;
                let program = canonical(g.program.clone());
                let text =
                    print::program(&program, &print::Form::Readable, &format!("seed {seed}"));
                std::fs::write(out.join(format!("{seed}.c")), &text).unwrap();
                std::fs::write(
                    out.join(format!("{seed}.txt")),
                    format!("kvant {}\n", g.trace.digest()),
                )
                .unwrap();
                let parsed = parse::program(&text, &CTarget::X86_64);
                let rt = match &parsed {
                    Ok(p) => {
                        if p.program == program {
                            "same"
                        } else {
                            "DIFFERENT"
                        }
                    }
                    Err(e) => {
                        println!("{e}");
                        "UNPARSED"
                    }
                };
                let ck = check::program(&program, &CTarget::X86_64);
                let run = kvant_c_machine::execute(
                    &program,
                    &CTarget::X86_64,
                    kvant_c_machine::Limits::default(),
                );
                println!(
                    "{seed}: {} statements {} steps {:.1} ms {} KB  {rt} {:?} {:?} {} guards {} refused {:?}",
                    program.statement_count(),
                    g.stats.steps,
                    el,
                    text.len() / 1024,
                    ck.is_ok(),
                    run.outcome,
                    run.trace.digest() == g.trace.digest(),
                    g.stats.guards,
                    g.stats.refused
                );
                if let Err(e) = ck {
                    println!("  {e:?}");
                }
                if a.len() > 2 {
                    for (k, v) in &g.stats.constructs {
                        println!("  {k}: {}/{}", v.written, v.begun);
                    }
                }
            }
            Err(e) => println!("{seed}: {e}"),
        }
    }
}
