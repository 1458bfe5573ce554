# Compares findings with those that are known: prints each that is not, and each known one that does not come up.
#     awk -v tool=clang -v tools="clang gcc" -f known.awk known.txt FINDINGS
# A line of known.txt is TOOL FUNCTION: MESSAGE: WHY, where MESSAGE is a part of the message, in "quotes"; "#" begins a
# comment.

FNR == NR {
    if ($1 != tool) {
        if ($0 !~ /^(#|$)/ && index(" " tools " ", " " $1 " ") == 0) {
            print "known.txt:" FNR ": of no tool: " $0
            is_bad = 1
        }
        next
    }
    if (!match($0, /^[a-z-]+ [A-Za-z0-9_-]+: ".+": ..*$/)) {
        print "known.txt:" FNR ": is not TOOL FUNCTION: \"MESSAGE\": WHY"
        is_bad = 1
        next
    }
    ++count
    line_of[count] = $0
    place[count] = substr($2, 1, length($2) - 1)
    gist[count] = substr($0, index($0, "\"") + 1)
    sub(/": .*/, "", gist[count])
    next
}

{
    split($0, part, "\t")
    is_known = 0
    for (i = 1; i <= count; ++i) {
        if (place[i] == part[2] && index(part[3], gist[i])) {
            is_known = has_come[i] = 1
        }
    }
    if (!is_known) {
        print "new: " part[1] " " part[2] ": \"" part[3] "\""
        is_bad = 1
    }
}

END {
    for (i = 1; i <= count; ++i) {
        if (!has_come[i]) {
            print "no longer found: " line_of[i]
            is_bad = 1
        }
    }
    exit is_bad
}
