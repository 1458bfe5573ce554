# From `nm -S` of a kernel's object, the table of its LDS arrays: the data symbols with a dot, as clang names what a
# function declares.
BEGIN { print "#include \"launch.h\"\n" }
$3 ~ /^[BbDd]$/ && $4 ~ /[.]/ {
    print "extern char lds_" count "[] __asm__(\"" $4 "\");"
    table = table "    {\"" $4 "\", lds_" count ", 0x" $2 "},\n"
    ++count
}
END {
    print "const uint32_t launch_lds_count = " count + 0 ";"
    print "const launch_lds launch_lds_arrays[] = {\n" table "    {0, 0, 0},\n};"
}
