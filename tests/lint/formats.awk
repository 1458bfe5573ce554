# Formats of GCNMEMI_REPORT and _WARN, names of GCNMEMI_REPORT_MEMBERS: only the conversions that gcnmemi_report_print
# knows, and for each as many arguments as it takes, texts where it takes a text. Reads code without comments. Formats
# that a condition chooses are looked at for their conversions alone.

function kinds_of(conversion) { # T text, N number
    return conversion ~ /[|)]$/ ? "" \
         : conversion ~ /[swj]$/ ? "T" \
         : conversion ~ /[tq]$/  ? "TN" \
         : conversion ~ /[rb]$/  ? "NN" \
                                 : "N"
}

function literals(text,    all) { # what stands in quotes, joined
    while (match(text, /"([^"\\]|\\.)*"/)) {
        all = all substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
    }
    return all
}

function expected_of_format(format,    all, conversion) {
    gsub(/%%/, "", format)
    while (match(format, /%(,u|l|[(|)]|-?[0-9]*[usxwjtqb]|[0-9]*\.[0-3]r)/)) {
        conversion = substr(format, RSTART, RLENGTH)
        all = all kinds_of(conversion)
        format = substr(format, 1, RSTART - 1) substr(format, RSTART + RLENGTH)
    }
    if (format ~ /%/) {
        print FNR ": format outside the diet: " format
    }
    return all
}

function expected_of_names(names,    all, count, word, i) {
    count = split(names, word, " ")
    for (i = 1; i <= count; ++i) {
        all = all (word[i] ~ /[][{}"]$/ ? "" : word[i] ~ /:/ ? kinds_of(word[i]) : "N") # brackets take none
    }
    return all
}

function kind_of_argument(text) {
    sub(/^[ ]+/, "", text)
    return text ~ /^GCNMEMI_TEXT\(/ ? "T" : text ~ /^GCNMEMI_REPORT_OF\(/ ? "TN" : "N"
}

function look(call,    is_members, place, at, depth, c, in_text, argument, count, got, want, format) {
    is_members = call ~ /^GCNMEMI_REPORT_MEMBERS/
    place = call ~ /^GCNMEMI_REPORT_WARN/ ? 4 : 2 # of the format
    for (at = index(call, "(") + 1; at <= length(call); ++at) {
        c = substr(call, at, 1)
        if (in_text) {
            in_text = c != "\""
            if (c == "\\") {
                argument = argument c
                c = substr(call, ++at, 1)
            }
        } else if (c == "\"") {
            in_text = 1
        } else if (c ~ /[([{]/) {
            ++depth
        } else if ((c == "," || c == ")") && !depth) {
            if (++count == place) {
                format = argument
            } else if (count > place) {
                got = got kind_of_argument(argument)
            }
            argument = ""
            if (c == ")") {
                break
            }
            continue
        } else if (c ~ /[])}]/) {
            --depth
        }
        argument = argument c
    }
    want = is_members ? expected_of_names(literals(format)) : expected_of_format(literals(format))
    if (format !~ /\?/ && got != want) {
        print FNR ": takes " want ", is given " got " (T text, N number): " format
    }
}

/^#define/ {
    next
}

match($0, /GCNMEMI_REPORT(_MEMBERS|_WARN)?\(/) {
    call = substr($0, RSTART)
    if ($0 !~ /;[ ]*$/) {
        next
    }
}

call {
    if ($0 !~ /GCNMEMI_REPORT(_MEMBERS|_WARN)?\(/) {
        call = call $0
    }
    if (/;[ ]*$/) {
        look(call)
        call = ""
    }
}
