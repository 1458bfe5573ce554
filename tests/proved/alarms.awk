# Eva's alarms as a compiler would write them, one a line:
#     awk -f alarms.awk LOG
# An alarm begins "[eva:alarm] FILE:LINE: Warning:"; lines that are indented go on with it.

/^\[eva:alarm\] / {
    tell()
    sub(/^\[eva:alarm\] /, "")
    sub(/: Warning: */, ":1: warning: ")
    alarm = $0
    next
}

alarm != "" && /^ / {
    sub(/^ */, alarm ~ / $/ ? "" : " ")
    alarm = alarm $0
    next
}

{
    tell()
}

END {
    tell()
}

function tell() {
    if (alarm != "") {
        print alarm
    }
    alarm = ""
}
