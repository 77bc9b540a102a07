# Read by the test script that compare.py writes for each file, with FILES_DIR, CLASS and FILE set.
# Leaves with 0 when the linter misbehaves on FILE in the very way that CLASS names:
#   false:OLD:CODE    OLD reports CODE and the recent version accepts the file without it
#   missed:OLD:CODE   the recent version reports CODE and OLD accepts the file without it
#   breaks:OLD:CODE   OLD's repair of CODE alone turns a file that parses into one that does not
# The file has to parse by the recent version's own parser in every class. Output and files are
# compared inside the shell: one process for the script and two or three for the linter.
kind=${CLASS%%:*}
code=${CLASS##*:}
old=${CLASS#*:}
old=$FILES_DIR/ruff-${old%:*}/bin/ruff
new="$FILES_DIR/ruff-0.17.4/bin/ruff check --isolated --no-cache --quiet --output-format concise"
case $kind in
false)
    case $("$old" --isolated --no-cache --quiet --select "$code,E999" - <"$FILE" 2>&1) in
    *" E999 "* | *error:*) exit 1 ;;
    *": $code "*) ;;
    *) exit 1 ;;
    esac
    said=$($new --select "$code" - <"$FILE" 2>&1) && [ -z "$said" ]
    ;;
missed)
    case $($new --select "$code" - <"$FILE" 2>&1) in
    *": invalid-syntax"* | *error:*) exit 1 ;;
    *": $code "*) ;;
    *) exit 1 ;;
    esac
    said=$("$old" --isolated --no-cache --quiet --select "$code,E999" - <"$FILE" 2>&1) && [ -z "$said" ]
    ;;
breaks)
    said=$($new --select E902 - <"$FILE" 2>&1) && [ -z "$said" ] || exit 1
    case $("$old" --no-cache --quiet --select "$code" --fix - <"$FILE" 2>/dev/null | $new --select E902 - 2>&1) in
    *": invalid-syntax"*) exit 0 ;;
    *) exit 1 ;;
    esac
    ;;
*) exit 2 ;;
esac
