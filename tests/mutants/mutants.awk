# Draws single changes of gcnmem.h's model that a test should notice. Reads the list of those that change nothing, then
# gcnmem.h twice: as it is (banners, rules), then without comments.
#     awk -v count=60 -v seed=1 -f mutants.awk equivalent.txt gcnmem.h code
# Prints for each, parted by tabs: the line's number, the line, the changed line, "equivalent" when it is listed. Lines
# that are changed stand in a room of the model or of the verdicts, or cite a rule. Not changed: assertions,
# declarations of arrays, macros, strings.

BEGIN {
    split("lanes blocks l1 touch fast lds scalar cost occupancy channel cache dram levels replay counters pattern " \
          "memory wave dispatch issue run verdict", list, " ")
    for (i in list) {
        is_model[list[i]] = 1
    }
    operators("< <=  <= <  > >=  >= >  == !=  != ==  + -  - +  * +  / *  % /  && ||  || &&  << >>  >> <<  & |  | &")
    operators("+= -=  -= +=")
    names("min max  first last  read write  reads writes  hits misses  l1 l2  width height  begin end  rows columns")
}

function operators(text, i, part, count) { # operators, each with a blank on both sides
    count = split(text, part, " ")
    for (i = 1; i < count; i += 2) {
        operator[part[i]] = part[i + 1]
    }
}

function names(text, i, part, count) { # words of names of fields and functions, either way
    count = split(text, part, " ")
    for (i = 1; i < count; i += 2) {
        word[part[i]] = part[i + 1]
        word[part[i + 1]] = part[i]
    }
}

function trimmed(line) {
    sub(/^ */, "", line)
    return line
}

function mutant(column, from, to, changed) {
    changed = substr(original[FNR], 1, column - 1) to substr(original[FNR], column + length(from))
    if (substr(original[FNR], column, length(from)) == from) {
        mutants[++found] = FNR "\t" original[FNR] "\t" changed
        if ((trimmed(original[FNR]), trimmed(changed)) in equal) {
            mutants[found] = mutants[found] "\tequivalent"
        }
    }
}

# A number: one more, and one less when something is left.
function number(column, token, digits) {
    digits = token
    sub(/u$/, "", digits)
    if (digits !~ /^[0-9]+$/) {
        return
    }
    mutant(column, token, digits + 1 substr(token, length(digits) + 1))
    if (digits > 1) {
        mutant(column, token, digits - 1 substr(token, length(digits) + 1))
    }
}

# A field or function: each word of its name that has an opposite.
function name(column, token, before, part, count, i, at) {
    if (before !~ /[.>]$/ && token !~ /^gcnmemi_bits_(min|max)$/) {
        return
    }
    count = split(token, part, "_")
    for (i = 1; i <= count; ++i) {
        if (part[i] in word) {
            mutant(column + at, part[i], word[part[i]])
        }
        at += length(part[i]) + 1
    }
}

FNR == 1 { ++file }
file == 1 && /^-/ { goes = substr($0, 2) }
file == 1 && /^[+]/ { equal[goes, substr($0, 2)] = 1 }
file == 1 { next }
file == 2 { original[FNR] = $0 }
file == 2 && /^#ifdef GCNMEM_IMPLEMENTATION$/ { begin = FNR }
file == 2 && begin && /^   >>/ { room[FNR] = substr($1, 3) }
file == 2 && /[(;{,] *\/\* .*R[0-9]+/ { cites[FNR] = 1 }
file == 2 && /^#endif \/\* GCNMEM_IMPLEMENTATION \*\// { end = FNR }
file == 2 || FNR < begin || FNR > end { next }
FNR in room { inside = is_model[room[FNR]] }
!inside && !cites[FNR] { next }
/^#/ || /\\$/ || /ASSERT/ || /^ *(const )?[a-z_0-9]+\*? [a-z_]+\[[^=]*\];/ || /^[^ ]/ || /^ *case / { next }

{
    while (match($0, /"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/)) { # a string: as many other characters
        text = substr($0, RSTART, RLENGTH)
        gsub(/./, "@", text)
        $0 = substr($0, 1, RSTART - 1) text substr($0, RSTART + RLENGTH)
    }
    rest = $0
    column = 1
    while (match(rest, /[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9a-zA-Z]*| [-+*\/%<>=!&|]+ |!/)) {
        column += RSTART - 1
        token = substr(rest, RSTART, RLENGTH)
        before = substr($0, 1, column - 1)
        if (token ~ /^ /) {
            operation = substr(token, 2, length(token) - 2)
            if (operation in operator) {
                mutant(column + 1, operation, operator[operation])
            }
            step = length(token) - 1
        } else {
            if (token ~ /^[0-9]/) {
                number(column, token)
            } else if (token == "!") {
                mutant(column, token, "")
            } else {
                name(column, token, before)
            }
            step = length(token)
        }
        column += step
        rest = substr($0, column)
    }
}

# Park and Miller's random numbers, the same in every awk.
END {
    random = seed * 7919 % 2147483646 + 1
    for (i = 0; i < count && i < found; ++i) {
        random = random * 16807 % 2147483647
        at = i + 1 + random % (found - i)
        print mutants[at]
        mutants[at] = mutants[i + 1]
    }
}
