# A line of code knows its room. Reads gcnmem.h twice: as it is (banners), then without comments and strings (code).
#     awk -f rooms.awk gcnmem.h code
# Prints one line for each private name that stands outside its room, each use of a room that "Knows:" does not name,
# each "Knows:" that does not look upwards, and each private function declared before it is defined.

function bad(line, text) {
    print line ": " text
}

function room_of(name) { # gcnmemi_l1_lookup and GCNMEMI_L1_LOOKUP belong to l1
    name = tolower(name)
    sub(/^gcnmemi_/, "", name)
    sub(/_.*/, "", name)
    return name
}

/^#ifdef GCNMEM_IMPLEMENTATION$/ {
    inside = 1
}

/^#endif \/\* GCNMEM_IMPLEMENTATION \*\// {
    inside = 0
    end = FNR
}

FNR == NR && inside && /^   >>/ {
    room = substr($1, 3)
    banner[FNR] = room
    order[room] = ++rooms
}

FNR == NR && inside && /^   Knows: / {
    list = $0
    sub(/^   Knows: /, "", list)
    count = split(list, known, /, */)
    for (i = 1; i <= count && list != "nothing"; ++i) {
        knows[room, known[i]] = 1
        if (!(known[i] in order) || known[i] == room) {
            bad(FNR, ">>" room " knows " known[i] ", which does not stand above it")
        }
    }
    has_list[room] = 1
}

FNR == NR {
    next
}

FNR == 1 {
    room = ""
}

FNR >= end {
    exit
}

FNR in banner {
    room = banner[FNR]
    if (!has_list[room]) {
        bad(FNR, ">>" room " has no line \"Knows: ...\"")
    }
}

/^#undef/ {
    next
}

# What is being defined: a macro, a type, a table, a function.
room != "" {
    defined_name = ""
    if (match($0, /^#define GCNMEMI_[A-Za-z0-9_]+/)) {
        defined_name = substr($0, 9, RLENGTH - 8)
    } else if (/^(static|typedef|GCNMEMI_PRIVATE|GCNMEMI_RARE|})/ && match($0, /gcnmemi_[a-z0-9_]+( \{|\[|\(|;| =)/)) {
        defined_name = substr($0, RSTART, RLENGTH)
        sub(/[^A-Za-z0-9_].*/, "", defined_name)
    }
    if (defined_name != "" && room_of(defined_name) != room) {
        bad(FNR, defined_name " is defined in >>" room)
    }
}

room != "" && /^GCNMEMI_(PRIVATE|RARE)/ {
    signature = 1
}

signature && /[;{]/ {
    if ($0 !~ /\{/) {
        bad(FNR, "a private function is declared before it is defined")
    }
    signature = 0
}

# What is being used.
room != "" {
    rest = $0
    while (match(rest, /gcnmemi_[a-z0-9_]+|GCNMEMI_[A-Z0-9_]+/)) {
        used = room_of(substr(rest, RSTART, RLENGTH))
        if ((used in order) && used != room && !((room, used) in knows)) {
            bad(FNR, ">>" room " uses " substr(rest, RSTART, RLENGTH) " but does not know " used)
        }
        rest = substr(rest, RSTART + RLENGTH)
    }
}
