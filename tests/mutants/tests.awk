# The tests that may notice a change of a line: those that reach its function, first those whose names hold a rule that
# the function cites, and of each the quickest. Reads gcnmem.h and, sorted by milliseconds, what each test reaches.
#     awk -v line=N -f tests.awk gcnmem.h reached.txt        reached.txt: MILLISECONDS NAME LINE...

function cite(text) {
    while (match(text, /R[0-9]+/)) {
        cited[substr(text, RSTART + 1, RLENGTH - 1) + 0] = 1
        text = substr(text, RSTART + RLENGTH)
    }
}

function is_own(name, part, count, i, rule, end) { # test_R15_..., test_R1_to_R24_...
    count = split(name, part, "_")
    for (i = 1; i <= count; ++i) {
        rule = substr(part[i], 2) + 0
        end = part[i + 1] == "to" ? substr(part[i + 2], 2) + 0 : rule
        for (; part[i] ~ /^R[0-9]+$/ && rule <= end; ++rule) {
            if (rule in cited) {
                return 1
            }
        }
    }
    return 0
}

FNR == 1 { ++file }
file == 1 && done { next }
file == 1 && !inside && /^$/ { text = "" }
file == 1 && !inside && /\) \{$/ { head = inside = FNR }
file == 1 { text = text $0 }
file == 1 && /^}/ {
    inside = 0
    done = FNR >= line
    head = done && head <= line ? head : 0 # 0: the line stands in no function, and any test may
    cite(head != 0 ? text : "")
}
file == 1 { next }

{
    reaches = head == 0
    for (i = 3; i <= NF && !reaches; ++i) {
        reaches = $i == head
    }
}
reaches && is_own($2) { print $2 }
reaches && !is_own($2) { others[++count] = $2 }
END {
    for (i = 1; i <= count; ++i) {
        print others[i]
    }
}
