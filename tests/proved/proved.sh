# Absence of undefined behaviour, proved for whole ranges of inputs by Frama-C's abstract interpreter Eva: memory,
# shifts, divisions, signed overflow, what is not initialized, and the header's assertions. What it cannot tell comes as
# an alarm. Sourced by tests/run.sh.
#
#   make -C tests proved                      fails on an alarm that known.txt does not have, and on one of known.txt
#                                             that no longer comes up
#   sh tests/run.sh proved channel            one driver
#
# No driver has the rooms blocks, l1 and footprint: that their lists never hold more than 64 lanes bring is what Eva
# cannot add up, and each use of one would be an alarm. Nor has one the compiler of expressions with texts that are not
# known.
#
# A driver is tests/proved/NAME.c: it calls a room with inputs of which Eva knows no more than a range. Its comment says
# which, and behind "Eva:" what the analysis takes beyond the flags below. known.txt is what Frama-C 25 says; others
# may know more or less.

here=tests/proved
drivers=$(cd $here && ls ./*.c | sed 's,^\./,,; s/\.c$//' | paste -sd' ' -)

# -eva-ilevel: values that are told one by one, such as powers of two, before they become a range.
run_eva() { # LOG FLAG... FILE
    log=$1
    shift
    frama-c -no-autoload-plugins -load-module eva,inout,scope -no-unicode -machdep gcc_x86_64 \
        -cpp-extra-args="-std=c99 -I. -I$here -I$out" -eva -eva-msg-key=-initial-state,-final-states -eva-precision 1 \
        -eva-ilevel 64 -eva-min-loop-unroll 8 -eva-auto-loop-unroll 200 "$@" >"$log" 2>&1 ||
        { echo "frama-c fails:" && tail -20 "$log" && return 1; }
}

# Presets as constants, preset_GPU: the numbers of a card are looked up by name, which Eva would follow for minutes.
write_presets() { # GPU...
    cat >"$out/presets.c" <<'EOF'
#define GCNMEM_IMPLEMENTATION
#include "gcnmem.h"
#include <stdio.h>
int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        gcnmem_device device;
        if (gcnmem_device_find(argv[i], &device, NULL) != GCNMEM_OK) {
            return 1;
        }
        const gcnmem_desc desc = gcnmem_desc_for(device);
        printf("static GCNMEM_UNUSED gcnmem_desc preset_%s(void) {\n    gcnmem_desc d = {0};\n", argv[i]);
#define PRINTED(name, lowest, highest, meaning) printf("    d.%s = %uu;\n", #name, (unsigned)desc.name);
        GCNMEM_DESC_FIELDS(PRINTED)
        printf("    return d;\n}\n");
    }
    return 0;
}
EOF
    "$CC" -I. "$out/presets.c" -o "$out/presets" && "$out/presets" "$@" >"$out/presets.h"
}

# Alarms as analyze has its findings: the driver, the function, the text.
alarms_of() { # LOG DRIVER
    awk -f $here/alarms.awk "$1" | awk -v tool="$2" -f tests/analyze/findings.awk | sort -u
}

# What always fails proves nothing of what follows.
ends() { # LOG
    ! grep 'got final status invalid' "$1" || return 1
    grep -q 'Frama_C_show_each_end:' "$1" || { echo "the driver's end is not reached" && return 1; }
}

flags_of() { # DRIVER: what follows "Eva:" in its first comment
    sed -n '1,/\*\//p' "$here/$1.c" | tr '\n' ' ' | sed -n 's,.*Eva: \([^*]*\)\*/.*,\1,p'
}

prove() { # DRIVER
    ! grep -q '"presets.h"' "$here/$1.c" || write_presets r9_390x rx_6900_xt v100 || return 1
    run_eva "$out/$1.log" $(flags_of "$1") "$here/$1.c" || return 1
    alarms_of "$out/$1.log" "$1" >"$out/$1.txt"
    ends "$out/$1.log" && awk -v tool="$1" -v tools="$drivers" -f tests/analyze/known.awk $here/known.txt "$out/$1.txt"
}

tell() { # DRIVER SECONDS: its line, unless it was not asked for or Frama-C failed
    [ ! -f "$out/$1.txt" ] || awk -v driver="$1" -v seconds="$2" -v alarms="$(wc -l <"$out/$1.txt")" \
        -v explained="$(grep -c "^$1 " $here/known.txt)" \
        '/ functions analyzed / { functions = $1 } / statements reached / { of = $4 " of " $9 + 0 }
        END { print driver ": " functions " functions, " of " statements, " alarms " alarms, " explained \
            " explained, " seconds " s" }' "$out/$1.log"
}

# A driver with a fault at the end of a range.
plant() {
    cat >"$out/planted.c" <<'EOF'
#include <__fc_builtin.h>
int planted_fault(int i);
int planted_fault(int i) {
    static const int table[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    return table[i];
}
int main(void) {
    return planted_fault(Frama_C_interval(0, BEYOND));
}
EOF
}

is_live() { # an index in the table is proved, one beyond it is told
    plant
    for beyond in 7 8; do
        run_eva "$out/planted.log" -cpp-extra-args="-DBEYOND=$beyond" "$out/planted.c" || return 1
        alarms_of "$out/planted.log" planted >"$out/planted.txt"
        [ "$(grep -c '	planted_fault	' "$out/planted.txt")" -eq $((beyond - 7)) ] ||
            { echo "expected $((beyond - 7)) alarms in planted_fault()" && cat "$out/planted.log" && return 1; }
    done
}

check "Eva is live" is_live
rm -f "$out"/*.txt
for driver in $drivers; do
    begun=$(date +%s)
    check "$driver" prove "$driver"
    tell "$driver" $(($(date +%s) - begun))
done
