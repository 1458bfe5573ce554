# The CONTENTS of the top comment and the >>banners of the file, as two lists in order; prints where they part.

/^   CONTENTS/ {
    in_contents = 1
    next
}

in_contents && NF == 0 {
    in_contents = 0
}

in_contents {
    for (i = 1; i <= NF; ++i) {
        if ($i == "declarations" || $i == "implementation") {
            part = $i
        } else {
            promised[part] = promised[part] " " $i
        }
    }
}

/^#ifndef GCNMEM_H_INCLUDED/ {
    half = "declarations"
}

/^#ifdef GCNMEM_IMPLEMENTATION$/ {
    half = "implementation"
}

/^#endif \/\* GCNMEM_IMPLEMENTATION \*\// {
    half = "after"
}

/^   >>/ {
    found[half] = found[half] " " substr($1, 3)
}

function compare(part) {
    if (promised[part] == "" || promised[part] != found[part]) {
        print part ": CONTENTS say" promised[part]
        print part ": banners say" found[part]
    }
}

END {
    compare("declarations")
    compare("implementation")
}
