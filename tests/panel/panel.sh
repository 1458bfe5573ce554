# The panel for Dear ImGui: what it says is what the command line reports, and its window shows it. tests/setup.sh
# installs what this needs; without libimgui-dev there is nothing to check. Sourced by tests/run.sh.

here=tests/panel
panel=examples/build/imgui_panel
line=examples/build/gcnmem

# Clocks, waves, limiter, waves a SIMD and registers; then of each instruction "line|stalls|cause|clocks of its unit,
# conflicts and lines each time|text".
of_panel() { # FILE
    sed -n 's/^\([0-9]* clocks\), [0-9]* ns, for \([0-9]* waves\)$/\1, \2/p; s/^limited by \([^;]*\);.*/\1/p
        s/^\([0-9]*\) of [0-9]* waves a SIMD, by \(.*\)/\1 by \2/p' "$1"
    sed -n 's/ *[|] */|/g; s/^[|]\([0-9].*\)[|][0-9]*%[|]$/\1/p' "$1" | sort
}

of_report() { # JSON CSV
    jq -r '"\(.clocks) clocks, \(.waves) waves", .limited_by, "\(.waves_per_simd) by \(.waves_limited_by): " +
        "\(.vgprs) VGPRs, \(.sgprs) SGPRs, \(.lds_bytes) bytes of LDS"' "$1"
    sed -n 's/^[0-9]*,\([0-9]*\),"\([^"]*\)",\([0-9,]*\),"\([^":,]*\).*/\1|\2|\4|\3/p' "$2" |
        awk -F'|' '{ split($4, n, ","); each = "||" }
            n[19] > 0 { each = int(n[19] / n[1]) "|" int(n[20] / n[1]) "|" int(n[21] / n[1]) }
            n[2] + n[19] > 0 { print $1 "|" n[2] "|" $3 "|" each "|" $2 }' | sort
}

same_numbers() { # GPU LISTING FLAG...
    gpu=$1 listing=$2
    shift 2
    set -f
    $panel "$listing" "$gpu" "$*" print >"$out/printed.txt" &&
        $line run --gpu "$gpu" "$listing" "$@" --json >"$out/run.json" &&
        $line run --gpu "$gpu" "$listing" "$@" --csv >"$out/run.csv" || return 1
    of_panel "$out/printed.txt" >"$out/of_panel.txt"
    of_report "$out/run.json" "$out/run.csv" >"$out/of_report.txt"
    [ "$(wc -l <"$out/of_report.txt")" -gt 8 ] && diff "$out/of_report.txt" "$out/of_panel.txt"
}

prints() { # PATTERN TEXT-OF-A-LISTING [FLAGS]
    printf "$2" >"$out/listing.s" && $panel "$out/listing.s" fiji "${3:-}" print >"$out/printed.txt" &&
        grep -q "$1" "$out/printed.txt" ||
        { echo "expected a line like '$1', came:" && cat "$out/printed.txt" && return 1; }
}

# Sets `colors`, `share` of the most frequent one in percent and `stalled`, the pixels in the timeline's colour of
# vector memory, of what a screen of its own shows once COMMAND has drawn all of its window (a picture may be taken
# while it draws); without COMMAND, of an empty one. The picture is NAME.png.
shoot() { # NAME COMMAND...
    png=$out/$1.png
    shift
    rm -rf "$out/screen" && mkdir -p "$out/screen" || return 1
    Xvfb -displayfd 5 -screen 0 1280x800x24 -fbdir "$out/screen" -nolisten tcp 5>"$out/screen/display" \
        >"$out/screen/log" 2>&1 &
    server=$! program= tries=0
    while [ ! -s "$out/screen/display" ] && [ $((tries += 1)) -lt 100 ]; do sleep 0.1; done
    if [ $# -gt 0 ]; then
        DISPLAY=:$(cat "$out/screen/display") "$@" >"$out/screen/program.txt" 2>&1 &
        program=$!
    fi
    tries=0 colors=0 stalled=0
    while { [ "$stalled" -lt 50000 ] || [ "$colors" -lt 50 ]; } && [ $((tries += 1)) -lt ${most_tries:-60} ]; do
        sleep 0.3
        set -- $(node $here/look.js "$out/screen/Xvfb_screen0" "$png" e67373)
        colors=${1:-0} share=${2:-100} stalled=${3:-0}
    done
    kill $server $program
    wait
    echo "colours: $colors, most frequent: $share %, stalled for vector memory: $stalled pixels"
}

# Letters are drawn in shades, so a picture with text has many colours.
window_shows() {
    shoot window $panel examples/stream.s 'r9 290x' '--cus 2 --trip *=8'
    [ "$colors" -ge 50 ] && [ "$share" -le 80 ] && [ "$stalled" -ge 50000 ] ||
        { cat "$out/screen/program.txt" && return 1; }
}

empty_screen_is_noticed() {
    most_tries=3 shoot empty
    [ "$share" -gt 80 ] && [ "$stalled" -eq 0 ]
}

if [ -f /usr/include/imgui/imgui.h ] && command -v Xvfb >/dev/null; then
    rm -f "$out"/*.png
    make -s -C examples build/gcnmem >"$out/make.log" 2>&1
    check "builds" make -s -C examples imgui_panel
    check "says what is reported: stream" same_numbers 'R9 290X' examples/stream.s --cus 2 --trip '*=8'
    check "says what is reported: LDS conflicts" same_numbers hawaii examples/transpose/hawaii_lds.s \
        --cus 4 --groups 16,16 --arg 2=512
    check "says which addresses are defaults" prints '; 1 instructions on default addresses, 1 untold loops$' \
        'a:\nbuffer_load_dword v1, v0, s[0:3], 0 offen\ns_cbranch_scc1 a\ns_endpgm\n'
    check "says what is wrong" prints '^line 0: trip .*' 's_endpgm\n' '--trip none=3'
    check "the window shows" window_shows
    check "an empty screen is noticed" empty_screen_is_noticed
else
    note "skipped: libimgui-dev, xvfb"
fi
