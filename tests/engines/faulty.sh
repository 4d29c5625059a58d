#!/bin/sh
# A GTP engine with one fault, for the tests of `tengen gtp-check`:
#
#   faulty.sh FAULT TENGEN [REPLIES]
#
# Every command goes to Tengen and its reply comes back, but for what FAULT spoils. Of the fault 'replies', the lines of the
# file REPLIES are the replies in turn, as 'printf %b' writes them; where one is empty, it is Tengen's.

fault=$1
pipes=$(mktemp -d) || exit 1
mkfifo "$pipes/in" "$pipes/out"
"$2" --playouts 10 --threads 1 --memory 16 <"$pipes/in" >"$pipes/out" &
exec 3>"$pipes/in" 4<"$pipes/out"
rm -r "$pipes"
case $fault in
replies) exec 5<"$3" ;;
esac

# Asks Tengen and prints its reply without the blank line at its end.
ask() {
    printf '%s\n' "$1" >&3
    while IFS= read -r part <&4 && [ -n "$part" ]; do
        printf '%s\n' "$part"
    done
}

# A reply through a filter, if one is given.
answer() {
    case $2 in
    '') ask "$1" ;;
    *) ask "$1" | sed "$2" ;;
    esac
    echo
}

# A reply of our own.
say() {
    printf '%s\n\n' "$1"
}

cr=$(printf '\r')
bell=$(printf '\a')
tab=$(printf '\t')
previous='= pass'
undone=
asked=
first=

case $fault in
stray-output) echo 'Loading weights' ;;
esac

while IFS= read -r line; do
    id=${line%%[!0-9]*}
    first=${first:-$line}
    case ${line%%#*} in
    *[a-z]*) ;;
    *)
        case $fault in
        blank-line-answered) say '= ' ;;
        esac
        continue
        ;;
    esac
    reply=
    case $fault in
    replies) IFS= read -r reply <&5 ;;
    esac
    case $fault:$line in
    replies:*[a-z]*)
        case $reply in
        '') answer "$line" '' ;;
        *) printf '%b' "$reply" ;;
        esac
        ;;
    quit-unanswered:quit) exit ;;
    quit-stays:quit) answer "$line" ''; exec sleep 1000 ;;
    *:quit) answer "$line" ''; exit ;;
    no-ids:[0-9]*) say '? unknown command' ;;
    nameless:na*me* | nameless:version) say '? unknown command' ;;
    no-blank-after-sign:*) answer "$line" 's/^\([=?][0-9]*\) $/\1/' ;;
    reply-unterminated:list_commands) ask "$line" ;;
    id-not-echoed:*) answer "$line" 's/^\([=?]\)[0-9]*/\1/' ;;
    id-unasked:name) say '=0 Tengen' ;;
    id-large:2147483647*) say '=2147483646 Tengen' ;;
    # At first each was alone.
    pipelining:protocol_version)
        asked=$asked.
        case $asked in
        ...) answer version '' ;;
        *) answer "$line" '' ;;
        esac
        ;;
    crlf:*"$cr") say '? unknown command' ;;
    tab:*"$tab"*) say '? unknown command' ;;
    comment:*'#'*) say '? syntax error' ;;
    control-characters:*"$bell"*) say '? unknown command' ;;
    protocol-version:protocol_version) say '= 1' ;;
    version-unreadable:version) say '= alpha' ;;
    list-missing:list_commands) answer "$line" '/^komi$/d' ;;
    list-form:list_commands) answer "$line" "s/^komi\$/komi$tab/" ;;
    list-twice:list_commands) answer "$line" 's/^komi$/komi\nkomi/' ;;
    listed-unknown:'known_command undo') say '= false' ;;
    known-unlisted:list_commands) answer "$line" '/^undo$/d' ;;
    known-command-reply:'known_command undo') say '= yes' ;;
    unknown-command-accepted:*known_command*) answer "$line" '' ;;
    unknown-command-accepted:*no_such_command*) say "=$id " ;;
    error-text:no_such_command*) say '? what?' ;;
    boardsize-nonsense-accepted:'boardsize 1000') say '= ' ;;
    boardsize-error-state:'boardsize 1000') ask clear_board >&2; answer "$line" '' ;;
    rectangular:'boardsize 9 13') answer 'boardsize 9' '' ;;
    clear-board-state:clear_board) say '= ' ;;
    komi-refused:'komi '*.5) say '? komi is a whole number' ;;
    komi-nonsense-accepted:'komi much') say '= ' ;;
    komi-lost:'boardsize '*) ask 'komi 0' >&2; answer "$line" '' ;;
    color-forms:'play WHITE '*) say '? no such colour' ;;
    vertex-case:*'white j9') say '? no such point' ;;
    same-color-refused:*'white B9') say '? not your turn' ;;
    occupied-accepted:'play b E5') say '= ' ;;
    vertex-nonsense-accepted:'play b I5') say '= ' ;;
    illegal-move-state:'play b K1') ask 'play b A1' >&2; answer "$line" '' ;;
    ko-accepted:'play w C4') answer "$line" 's/^? .*/= /' ;;
    undo-state:undo)
        case $undone in
        '') undone=yes; say '= ' ;;
        *) answer "$line" '' ;;
        esac
        ;;
    undo-empty-accepted:undo) answer "$line" 's/^? .*/= /' ;;
    genmove-form:'genmove w') say '= I play E5' ;;
    genmove-illegal:'genmove black') previous=$(ask "$line"); say "$previous" ;;
    genmove-illegal:'genmove white') say "$previous" ;;
    genmove-not-played:'genmove w') say '= A1' ;;
    genmove-nonsense-accepted:'genmove green') say '= pass' ;;
    resign-case:'genmove w') say '= RESIGN' ;;
    reg-genmove-lines:'reg_genmove '*) say '= C3
name' ;;
    reg-genmove-plays:'reg_genmove '*) answer "genmove ${line#* }" '' ;;
    time-refused:time_left*) say '? no clock' ;;
    handicap-points:'fixed_handicap 2') answer "$line" 's/Q16/R16/' ;;
    free-handicap-form:'place_free_handicap 2') answer "$line" 's/^=.*/= D4 D4/' ;;
    handicap-error-state:'set_free_handicap D4 D4') ask 'play b D4' >&2; answer "$line" '' ;;
    final-score-form:final_score) say '= Black wins' ;;
    status-not-stones:*dead) say '= A1' ;;
    loadsgf-nonsense-accepted:loadsgf*) say '= ' ;;
    no-reply:loadsgf*) ;;
    died:'komi 7.5') exit 3 ;;
    eof-unanswered:version)
        # The process whose input ends is asked for nothing before.
        case $first in
        name) exit ;;
        *) answer "$line" '' ;;
        esac
        ;;
    *) answer "$line" '' ;;
    esac
done

case $fault in
eof-stays) exec sleep 1000 ;;
esac
