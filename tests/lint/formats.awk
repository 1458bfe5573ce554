# Formats of gcnmemi_report_print: only %s %c %u %llu with a width, and %%. Reads code without comments.

/gcnmemi_report_print\(/ && !/^GCNMEMI_PRIVATE/ {
    call = 1
}

call {
    rest = $0
    while (match(rest, /"([^"\\]|\\.)*"/)) {
        literal = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        gsub(/%%/, "", literal)
        gsub(/%-?[0-9]*(s|c|u|llu)/, "", literal)
        if (literal ~ /%/) {
            print FNR ": format outside the diet: " literal
        }
    }
}

/;[ ]*$/ {
    call = 0
}
