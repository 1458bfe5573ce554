# What a tool says, one finding a line: the tool, what it is in, the message; parted by tabs, without line numbers, so
# that a finding stays the same when lines move. It is in the function, table or macro that begins last at column 1.
#     awk -v tool=clang -f findings.awk LOG
# Reads the files that the messages name. Of gcc only what -fanalyzer says counts; its other warnings are looked at
# where the compilers are tested.

tool == "gcc" && !/\[-Wanalyzer-/ {
    next
}

match($0, /^[^: ]+:[0-9]+:[0-9]+: (warning|error|performance|portability): /) {
    split($0, part, ":")
    message = substr($0, RSTART + RLENGTH)
    gsub(/\t/, " ", message)
    read_names(part[1])
    print tool "\t" name_at[part[1], part[2]] "\t" message
}

function read_names(file, line, number, name) {
    if (file in is_read) {
        return
    }
    is_read[file] = 1
    while ((getline line < file) > 0) {
        if (line ~ /^([A-Za-z]|#define )/) {
            name = line
            sub(/^#define /, "", name)
            sub(/(\(| = |\[|;| \{| \/\*).*/, "", name)
            sub(/.*[ *]/, "", name)
        }
        name_at[file, ++number] = name
    }
    close(file)
}
