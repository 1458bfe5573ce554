# Prints C code without comments, line for line. With -v keep=comments: the comments without code.
# With -v strings=no: string literals empty as well.

function put(character, is_comment) {
    if ((keep == "comments") == is_comment) {
        line = line character
    }
}

{
    line = ""
    for (i = 1; i <= length($0); ++i) {
        c = substr($0, i, 1)
        pair = substr($0, i, 2)
        if (in_comment) {
            put(c, 1)
            if (pair == "*/") {
                in_comment = 0
                ++i
            }
        } else if (in_string) {
            if (c == quote) {
                in_string = 0
                put(c, 0)
            } else if (strings != "no") {
                put(c, 0)
            }
            if (c == "\\") {
                if (strings != "no") {
                    put(substr($0, ++i, 1), 0)
                } else {
                    ++i
                }
            }
        } else if (pair == "/*") {
            in_comment = 1
            ++i
        } else if (pair == "//") {
            for (++i; ++i <= length($0);) {
                put(substr($0, i, 1), 1)
            }
        } else {
            put(c, 0)
            if (c == "\"" || c == "'") {
                in_string = 1
                quote = c
            }
        }
    }
    in_string = 0
    print line
}
