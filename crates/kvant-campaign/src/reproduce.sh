#
# Compiles the program with the command of the finding, runs it, and compares its output with
# expected.txt. Exit codes: 1 a fault shows, 0 none does, 2 that cannot be decided.
#
# COMPILER=/path uses another compiler of the language. These limits can be set too:
seconds_for_compiler=${SECONDS_FOR_COMPILER:-300}
seconds_for_program=${SECONDS_FOR_PROGRAM:-60}
kibibytes_for_compiler=${KIBIBYTES_FOR_COMPILER:-4194304} # only for findings about memory

cd "$(dirname "$0")" || exit 2
for tool in timeout awk; do
    command -v $tool >/dev/null || { echo "this script needs $tool"; exit 2; }
done
# Failures must not fill the disk: no core dumps, and no file of more than 1 GiB.
ulimit -c 0 2>/dev/null
ulimit -f 2097152 2>/dev/null
summary=$(tail -n 1 expected.txt) || exit 2
bad=0 unknown=0 runner=

fine() { echo "$who: as it must be"; }
wrong() { echo "$who: $1"; bad=1; }
unknown() { echo "$who cannot be tried: $1"; unknown=1; }

# Runs a command with a time limit: the seconds, and the command.
start() { timeout -k 10 "$@"; }

# Compiles: the name of the backend, and the command. Succeeds if there is a result to look at.
compile() {
    who=$1
    shift
    rm -rf out seen && mkdir out seen || exit 2
    { start "$seconds_for_compiler" env TMPDIR="$PWD/out" "$@" >seen/actual; echo $? >seen/code; } 2>&1 |
        head -c 8388608 >seen/messages
    code=$(cat seen/code)
    says=$(grep -e '^error' -e panicked -e '^memory' -e '^LLVM' -e 'internal compiler error' -e '^fatal error' seen/messages |
        head -n 1)
    if [ "$(wc -c <seen/messages)" -ge 8388608 ]; then
        wrong 'the compiler prints more than 8 MiB'
        return 1
    fi
    case $code in
    0) return 0 ;;
    124) wrong "the compiler does not end within $seconds_for_compiler seconds" ;;
    125 | 126 | 127) unknown "$(head -n 1 seen/messages)" ;;
    153) wrong 'the compiler makes a file of more than 1 GiB' ;;
    *)
        case $says in
        'error: linker '*) unknown "$says" ;;
        *) wrong "the compiler ends with $code: $says" ;;
        esac
        ;;
    esac
    return 1
}

# Runs the executable with these arguments. $runner is the command before it.
run() {
    { timeout -k 10 "$seconds_for_program" $runner out/program "$@" 2>seen/messages; echo $? >seen/code; } |
        head -c 16777216 >seen/actual
    code=$(cat seen/code)
}

# Succeeds if the process ended normally and printed this line. Otherwise $seen describes the
# failure.
answers() {
    case $code in
    0) seen='prints something else' ;;
    124) seen="does not end within $seconds_for_program seconds" ;;
    *) seen="ends with $code" ;;
    esac
    [ "$code" = 0 ] && grep -qxF -e "$1" seen/actual
}

# Prints the first line of a trace that differs.
difference() {
    awk '{ sub(/^p[0-9]+ /, "") }
        NR == FNR { must[FNR] = $0; last = FNR; next }
        $0 != must[FNR] { got = $0; exit }
        { same = FNR }
        END {
            if (same == last && got == "") print "the trace is as it must be"
            else print "line " same + 1 " of the trace must be `" must[same + 1] "` and is `" got "`"
        }' expected.txt seen/actual
}

# Runs the program. A program of a batch (its number is given) runs with the others first and then
# alone. Only a wrong program is traced, because tracing changes its behaviour.
execute() {
    if ! [ -e out/program ]; then
        wrong 'the compiler makes no program'
        return
    fi
    run
    case $code in
    125 | 126 | 127)
        unknown "$(head -n 1 seen/messages)"
        return
        ;;
    esac
    if answers "${1:+p$1 }$summary" && { [ -z "$1" ] || { run "$1" && answers "p$1 $summary"; }; }; then
        fine
    else
        what=$seen
        run ${1:+"$1"} trace
        wrong "the program $what: $(difference)"
    fi
}

# Compares the output of an interpreter.
interpreted() {
    if answers "$summary"; then
        fine
    else
        wrong "the program $seen: $(difference)"
    fi
}
