#
# Compiles the program as it was compiled when this was found, runs it, and compares. Ends with 1 if
# something is not as it must be, with 0 if all is well, and with 2 if that cannot be told.
#
# COMPILER=/path tries another compiler of that language. These can be set too:
seconds_for_compiler=${SECONDS_FOR_COMPILER:-300}
seconds_for_program=${SECONDS_FOR_PROGRAM:-60}
kibibytes_for_compiler=${KIBIBYTES_FOR_COMPILER:-4194304} # only where memory is the matter

cd "$(dirname "$0")" || exit 2
for tool in timeout awk; do
    command -v $tool >/dev/null || { echo "this script needs $tool"; exit 2; }
done
# Whatever goes wrong must not fill the disk: no dump of memory, and no file of more than 1 GiB.
ulimit -c 0 2>/dev/null
ulimit -f 2097152 2>/dev/null
summary=$(tail -n 1 expected.txt) || exit 2
bad=0 unknown=0 runner=

fine() { echo "$who: as it must be"; }
wrong() { echo "$who: $1"; bad=1; }
unknown() { echo "$who cannot be tried: $1"; unknown=1; }

# Starts something for so many seconds.
start() { timeout -k 10 "$@"; }

# Compiles: who does it, and the command. Is true if there is something to look at afterwards.
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

# Runs what was compiled, with these arguments. What it needs to run stands in $runner.
run() {
    { timeout -k 10 "$seconds_for_program" $runner out/program "$@" 2>seen/messages; echo $? >seen/code; } |
        head -c 16777216 >seen/actual
    code=$(cat seen/code)
}

# Whether it ended as it must and printed this line. If not, $seen is what was seen.
answers() {
    case $code in
    0) seen='prints something else' ;;
    124) seen="does not end within $seconds_for_program seconds" ;;
    *) seen="ends with $code" ;;
    esac
    [ "$code" = 0 ] && grep -qxF -e "$1" seen/actual
}

# The first line of a trace that is not as it must be.
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

# Runs the program; one of several that were compiled together (its number is given) first with
# the others and then alone. Only what is wrong is traced: tracing changes the program's ways.
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

# Looks at what an interpreter printed of the program.
interpreted() {
    if answers "$summary"; then
        fine
    else
        wrong "the program $seen: $(difference)"
    fi
}
