# Completion for bash: verbs, the flags of the verb, cards behind --gpu, fields behind --set, files elsewhere. What there
# is to complete is asked of the command line itself.

_gcnmem() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} line
    local IFS=$'\n'
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$verb" = help ]; }; then
        COMPREPLY=($(compgen -W "$("$1" help | sed -n 's/^  \([a-z]*\)  .*/\1/p')"$'\nhelp' -- "$word"))
    elif [ "$before" = --gpu ]; then
        while read -r line; do
            case $line in "$word"*) COMPREPLY+=("$(printf '%q' "$line")") ;; esac
        done < <("$1" gpus | sed -n '2,$ s/^\(.\{19\}\) [a-z].*/\1/p' | sed 's/ *$//' | tr 'A-Z' 'a-z')
    elif [ "$before" = --set ]; then
        COMPREPLY=($(compgen -S = -W "$("$1" gpus --gpu hawaii | sed '1,3d; /^ /d; s/ .*//')" -- "$word"))
    elif [ "${word#-}" != "$word" ]; then
        COMPREPLY=($(compgen -W "$("$1" help "$verb" 2>&1 | sed -n 's/^  \(--[a-z-]*\).*/\1/p')" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}

complete -o filenames -F _gcnmem gcnmem
