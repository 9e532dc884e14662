#!/usr/bin/env bash
# The nightly run, and what each exit code asks for. Start it from cron in place of paybatch itself.
#   nightly.sh /srv/payouts/tonight.csv [more flags of paybatch run]
#   NIGHTLY_ENV=/etc/paybatch/env nightly.sh ...   loads that file of PAYBATCH_* first.
#   The commands that this script prints for you load it as well.
set -u
load=
if [ -n "${NIGHTLY_ENV:-}" ]; then
  set -a
  # shellcheck source=/dev/null
  . "$NIGHTLY_ENV" || exit 2
  set +a
  load="set -a; . $(printf %q "$NIGHTLY_ENV"); set +a; "
fi
file=${1:?a CSV file}
shift
name=${file%.csv}

# Commands after the run must read the ledger that the run used.
same=()
previous=
for word in "$@"; do
  case $previous in --config | --ledger) same+=("$previous" "$word") ;; esac
  case $word in --config=* | --ledger=*) same+=("$word") ;; esac
  previous=$word
done
# The same flags, quoted for a shell.
flags=$([ ${#same[@]} -eq 0 ] || printf ' %q' "${same[@]}")

# A sheet with every row in doubt, for a person to fill in. It never overwrites a sheet: a person may have filled it in.
write_sheet() {
  sheet=$name.doubts.csv
  number=2
  while [ -e "$sheet" ]; do
    sheet=$name.doubts-$((number++)).csv
  done
  (umask 077 && paybatch doubts --csv ${same[@]+"${same[@]}"} >"$sheet.part")
  # 3: the sheet is written, and a response contradicts a resolution.
  case $? in
    0 | 3) mv -n "$sheet.part" "$sheet" ;;
    *) rm -f "$sheet.part" && return 1 ;;
  esac
}

# Passes a SIGTERM on to paybatch, once. paybatch finishes the requests in progress. This script then starts no other run.
stopped=
child=
trap 'stopped=1; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM
wait_for() {
  "$@" &
  child=$!
  wait "$child"
  code=$?
  # A signal ends a wait before the child has ended. The last wait returns the exit code of the child.
  while [ -n "$stopped" ] && kill -0 "$child" 2>/dev/null; do wait "$child"; done
  [ -z "$stopped" ] || { wait "$child" && code=0 || code=$?; }
}

for attempt in 1 2 3; do
  wait_for paybatch run "$file" --yes "$@"
  # 4: stopped before the end. The service did not respond, a signal came, or another run is sending some of the rows. The
  # same command continues. The code is 1 for held rows, because a person has to look. If another run has all of the
  # rows, the code is 2.
  if [ "$code" -ne 4 ] || [ "$attempt" -eq 3 ] || [ -n "$stopped" ]; then break; fi
  wait_for sleep "${NIGHTLY_PAUSE:-300}"
  code=4
  [ -z "$stopped" ] || break
done

case $code in
  0) ;;
  1)
    echo "Some rows were not paid: $name.retry.txt gives the reasons. The summary above shows what to do with $name.retry.csv (or the file that it names)." >&2
    # Another run of the same file holds these rows again, for 3 or 30 days.
    held=$(grep -c ',not_sent,.*,alike,' "$name.results.csv" 2>/dev/null)
    [ "${held:-0}" -eq 0 ] ||
      echo "$held of them may be a payment that was made before, and are held. By day: remove rows that are the same payment. Put the others into a separate file, and run only that file with --alike-ok. Never add --alike-ok to this job." >&2
    ;;
  2)
    echo "This attempt sent nothing: the message above gives the reason." >&2
    [ "$attempt" -eq 1 ] || echo "An earlier attempt of this night may have sent rows. See: ${load}paybatch status$flags" >&2
    ;;
  3)
    # Perhaps paid. No run sends these rows again. A person finds out what happened, and fills in the sheet.
    if write_sheet; then
      echo "Rows are in doubt, or a late response contradicts a resolution. Fill in $sheet, then: ${load}paybatch resolve --from $(printf %q "$sheet")$flags" >&2
    else
      echo "Rows are in doubt, and the list of them could not be written. See: ${load}paybatch doubts$flags" >&2
    fi
    echo "Then run the same file again: it sends what was resolved as not created, and what was not sent yet." >&2
    echo "Rows that were certainly not paid, if there are any, are in the retry file that the summary names ($name.retry.csv)." >&2
    ;;
  4) echo "Stopped early: some rows were not sent. Find the reason in the summary above, then run the same command once more." >&2 ;;
  *) echo "paybatch was ended from outside (exit code $code). Run the same command again: it finds what was in progress." >&2 ;;
esac
exit "$code"
