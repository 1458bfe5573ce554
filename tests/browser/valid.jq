# What is wrong with a timeline: one line each, nothing when all is well.
#   jq -r --slurpfile run RUN.json -f tests/browser/valid.jq TRACE          RUN.json: `gcnmem run --json` of the same run

def is_whole: type == "number" and . == floor and . >= 0;

def must(condition; text): if condition then empty else text end;

def thread: [.pid, .tid];

def slices: map(select(.ph == "X"));

def clocks: map(.dur) | add // 0;

# Slices of one thread, in the file's order: each lies inside the one around it, or behind it.
def nest:
    reduce .[] as $slice ({around: [], wrong: []};
        .around |= map(select(. > $slice.ts))
        | if .around != [] and .around[-1] < $slice.ts + $slice.dur then .wrong += [$slice] else . end
        | .around += [$slice.ts + $slice.dur])
    | .wrong[] | "reaches out of the slice around it: \(.)";

def well_formed:
    (.[] | select((.pid, .tid | is_whole | not) or (.name | type) != "string") | "pid, tid or name: \(.)"),
    (.[] | select(.ph != "M") | select((.ts | is_whole | not) or (.cat | type) != "string") | "ts or cat: \(.)"),
    (slices[] | select(.dur | is_whole | not) | "dur: \(.)"),
    (map(.ph) - ["M", "X", "b", "e", "C"] | unique[] | "phase \(.)"),
    must(map(.ph == "M") | . == (sort | reverse); "metadata does not come first"),
    must(slices | map(.ts) | . == sort; "slices are not in the order of ts");

def named:
    (map(select(.name == "thread_name") | thread)) as $threads
    | (map(select(.name == "process_name") | .pid)) as $processes
    | must(($threads | length) == ($threads | unique | length); "a thread has two names"),
      must((slices | map(thread) | unique) == ($threads | unique); "threads with slices are not the threads with names"),
      (slices | map(.pid) | unique - $processes | .[] | "process \(.) has no name");

def paired:
    map(select(.ph == "b" or .ph == "e")) | group_by(.id)[]
    | select(map([.ph, .cat, .pid]) != [["b", "memory", .[0].pid], ["e", "memory", .[0].pid]] or .[0].ts > .[1].ts)
    | "not a pair: \(.)";

def adds_up($run):
    slices as $slices
    | ($run.stall_clocks | to_entries[]) as $stall
    | ($slices | map(select(.cat == "stall" and .args.cause == $stall.key)) | clocks) as $came
    | must($came == $stall.value; "clocks of \($stall.key): expected \($stall.value), came \($came)");

def counts($run):
    slices as $slices
    | ($run.instructions | add) as $instructions
    | ($slices | map(select(.cat == "wave"))) as $waves
    | ($slices | map(select(.cat == "issue"))) as $issues
    | must(($issues | length) == $instructions; "instructions: expected \($instructions), came \($issues | length)"),
      must(($waves | length) == $run.waves; "waves: expected \($run.waves), came \($waves | length)"),
      must(($slices | clocks) == 2 * ($waves | clocks); "instructions and stalls do not fill the waves");

must(.displayTimeUnit == "ns"; "displayTimeUnit"),
(.traceEvents
 | well_formed, named, paired, adds_up($run[0]), counts($run[0]),
   (slices | group_by(thread)[] | sort_by(.ts, -.dur) | nest))
