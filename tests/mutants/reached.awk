# gcnmem.h with each function of the implementation saying that it begins, by the number of its line.

FNR == 1 { print "extern unsigned char test_reached[];" }
/^#ifdef GCNMEM_IMPLEMENTATION$/ { implements = 1 }
implements && !inside && /\) \{$/ { inside = sub(/\{$/, "{ test_reached[" FNR "] = 1;") }
/^}/ { inside = 0 }
{ print }
