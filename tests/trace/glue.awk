# From a kernel's unoptimised LLVM IR (compiled with -cl-kernel-arg-info) and its launch words, writes what calls it:
# the OpenCL function launch_work_item to CALL and the tables of launch.h to TABLES.
#
#   awk -v launch="groups=4,2 n=64 ..." -v call=FILE -v tables=FILE -v source=FILE -f glue.awk KERNEL.ll
#
# Words: kernel=NAME (the first by default), group=X,Y,Z (what the source requires by default), groups=X,Y,Z,
# outside=1 when the kernel has scratch or tables of its own, and a value for each argument by name, as behind gcnmem's
# --arg K=, or words:EXPR and bytes:EXPR for a file of such contents. An argument without one gets a default.

function list(text, into,    n, part, i) { # the values of a metadata node: !{i32 1, !"float*", ...}
    n = 0
    sub(/^[^{]*\{/, "", text)
    sub(/\}[^}]*$/, "", text)
    while (match(text, /!"[^"]*"|i32 -?[0-9]+/)) {
        part = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        into[++n] = part ~ /^!/ ? substr(part, 3, length(part) - 3) : substr(part, 5)
    }
    return n
}

function node(attribute,    at) { # number of the metadata node that the kernel's definition names
    at = match(definition, "!" attribute " ![0-9]+")
    return at ? substr(definition, at + length(attribute) + 3, RLENGTH - length(attribute) - 3) : ""
}

function quoted(text) {
    gsub(/["\\]/, "\\\\&", text)
    return "\"" text "\""
}

function default_word(type, k) {
    if (spaces[k] + 0) return spaces[k] == 3 ? "buffer:1024" : "buffer:1048576"
    if (type ~ /^(float|double)$/) return "f:1.5"
    return type ~ /^float[234]$/ ? substr(type, 6) "f:" substr("1.5,2.5,0.5,3.5", 1, 4 * substr(type, 6) - 1) : 64
}

function alignment(type,    bytes) { # of what a pointer points to
    bytes = type ~ /^u?char/ ? 1 : type ~ /^(u?short|half)/ ? 2 : type ~ /^(u?long|double)/ ? 8 : 4
    return bytes * (type ~ /16/ ? 16 : type ~ /8/ ? 8 : type ~ /[34]/ ? 4 : type ~ /2/ ? 2 : 1)
}

function three(text,    part) {
    split(text, part, ",")
    return (part[1] ? part[1] : 1) ", " (part[2] ? part[2] : 1) ", " (part[3] ? part[3] : 1)
}

function value_code(k, type, word,    n, part, i, base, code) { # stores the value of argument k in its slot
    base = "slots + " (k - 1) " * LAUNCH_SLOT_BYTES"
    if (word !~ /^[0-9]*f:/) {
        return "    { const int64_t value = (int64_t)(" word "); memcpy(" base ", &value, sizeof value); }\n"
    }
    sub(/^[0-9]*f:/, "", word)
    n = split(word, part, ",")
    code = ""
    for (i = 1; i <= n; ++i) {
        code = code "    { const " (type ~ /^double/ ? "double" : "float") " value = (" \
            (type ~ /^double/ ? "double" : "float") ")" part[i] "; memcpy(" base " + " (i - 1) " * sizeof value" \
            ", &value, sizeof value); }\n"
    }
    return code
}

BEGIN {
    count = split(launch, words, /[ \t]+/)
    for (i = 1; i <= count; ++i) {
        if (words[i] == "") continue
        at = index(words[i], "=")
        word_of[substr(words[i], 1, at - 1)] = substr(words[i], at + 1)
    }
    wanted = word_of["kernel"]
}

/^define .*!kernel_arg_addr_space/ && definition == "" {
    name = $0
    sub(/^[^@]*@/, "", name)
    sub(/\(.*/, "", name)
    if (wanted == "" || wanted == name) {
        kernel = name
        definition = $0
    }
}
/^![0-9]+ = / { nodes[substr($1, 2)] = $0 }

END {
    if (definition == "") {
        print "glue.awk: no kernel " wanted > "/dev/stderr"
        exit 1
    }
    arguments = list(nodes[node("kernel_arg_type")], types)
    list(nodes[node("kernel_arg_addr_space")], spaces)
    list(nodes[node("kernel_arg_name")], names)
    required = node("reqd_work_group_size")
    group = word_of["group"]
    if (required != "" && group == "") {
        list(nodes[required], size)
        group = size[1] "," size[2] "," size[3]
    }
    space_name[1] = "__global"
    space_name[2] = "__constant"
    space_name[3] = "__local"
    print "#include \"" source "\"\nvoid launch_work_item(__global uchar* slots) {\n    " kernel "(" > call
    contents = values = table = ""
    for (k = 1; k <= arguments; ++k) {
        word = names[k] in word_of ? word_of[names[k]] : default_word(types[k], k)
        slot = "slots + " (k - 1) * 128
        if (spaces[k] > 0) printf "        *(%s %s __global*)(%s)", space_name[spaces[k]], types[k], slot > call
        else printf "        *(__global %s*)(%s)", types[k], slot > call
        print k < arguments ? "," : "" > call
        kind = spaces[k] == 0 ? "LAUNCH_VALUE" : "LAUNCH_BUFFER"
        content = "0"
        if (match(word, /^(data|words|bytes):/)) {
            kind = word ~ /^data/ ? "LAUNCH_DATA" : word ~ /^words/ ? "LAUNCH_DWORDS" : "LAUNCH_BYTES"
            content = "content_" k
            contents = contents "static uint64_t " content "(uint64_t i) {\n    return (uint64_t)(" \
                substr(word, RLENGTH + 1) ");\n}\n\n"
        }
        if (kind == "LAUNCH_VALUE") values = values value_code(k, types[k], word)
        table = table "    {" quoted(names[k]) ", " kind ", " quoted(word) ", " content ", " \
            (spaces[k] == 3 ? alignment(types[k]) ", " substr(word, 8) : "0, 0") "},\n"
    }
    print "    );\n}" > call
    print "#include \"launch.h\"\n\n#include <string.h>\n" > tables
    print contents "const char launch_kernel[] = " quoted(kernel) ";" > tables
    print "const int launch_is_chosen = " (wanted != "") ";" > tables
    print "const uint32_t launch_group_size[3] = {" three(group == "" ? "64" : group) "};" > tables
    print "const uint32_t launch_groups[3] = {" three("groups" in word_of ? word_of["groups"] : "2,2") "};" > tables
    print "const int launch_outside = " word_of["outside"] + 0 ";" > tables
    print "const uint32_t launch_argument_count = " arguments ";" > tables
    print "const launch_argument launch_arguments[] = {\n" table "    {0, LAUNCH_VALUE, 0, 0, 0, 0},\n};\n" > tables
    print "void launch_values(char* slots) {\n    (void)slots;\n" values "}" > tables
}
