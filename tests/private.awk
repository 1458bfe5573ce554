# From gcnmem.h: a copy whose private functions other files can call; or, with want=declarations, what a file needs to
# call them: the types, tables and macros of the implementation, and the head of each function.

BEGIN { if (want != "declarations") print "#line 1 \"../gcnmem.h\"" }
/^#ifdef GCNMEM_IMPLEMENTATION$/ { implements = 1; if (want == "declarations") next }
/^#define GCNMEMI_PRIVATE / { visible = sub(/ static$/, "") }
/^GCNMEMI_PRIVATE / { sub(/ inline /, " ") }

want != "declarations" { print; next }
!implements { next }
/^#endif .* GCNMEM_IMPLEMENTATION / { exit }

inside { inside = !/^}/; next }
/^[A-Z_]+\(.*\)$/ { next } # a macro that defines a function
/\) \{$/ { inside = sub(/ \{$/, ";") }
{ print }

END { if (!visible) { print "private.awk: nothing makes the private functions static" >"/dev/stderr"; exit 1 } }
