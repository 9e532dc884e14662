#!/usr/bin/env bash
# The nightly run, and what each exit code asks for. Start it from cron in place of paybatch itself.
#   nightly.sh /srv/payouts/tonight.csv [more flags of paybatch run]
#   NIGHTLY_ENV=/etc/paybatch/env nightly.sh ...   loads that file of PAYBATCH_* first, and says so in what is to be typed
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

# Whatever looks into the ledger afterwards must look into the run's own.
same=()
previous=
for word in "$@"; do
  case $previous in --config | --ledger) same+=("$previous" "$word") ;; esac
  case $word in --config=* | --ledger=*) same+=("$word") ;; esac
  previous=$word
done
# As somebody could type it.
flags=$([ ${#same[@]} -eq 0 ] || printf ' %q' "${same[@]}")

# Every row in doubt, to fill in. A sheet that is there may be filled in already: it is never written over.
write_sheet() {
  sheet=$name.doubts.csv
  number=2
  while [ -e "$sheet" ]; do
    sheet=$name.doubts-$((number++)).csv
  done
  (umask 077 && paybatch doubts --csv ${same[@]+"${same[@]}"} >"$sheet.part")
  # 3: written, and the ledger has something to say besides.
  case $? in
    0 | 3) mv -n "$sheet.part" "$sheet" ;;
    *) rm -f "$sheet.part" && return 1 ;;
  esac
}

# A SIGTERM goes to paybatch, once: it ends the requests in progress. Then nothing is tried again.
stopped=
child=
trap 'stopped=1; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM
wait_for() {
  "$@" &
  child=$!
  wait "$child"
  code=$?
  # A signal ends a wait before the child has ended: its own code comes with the last wait.
  while [ -n "$stopped" ] && kill -0 "$child" 2>/dev/null; do wait "$child"; done
  [ -z "$stopped" ] || { wait "$child" && code=0 || code=$?; }
}

for attempt in 1 2 3; do
  wait_for paybatch run "$file" --yes "$@"
  # 4: stopped before the end (the service was away, a signal, another run that sends some of the rows). The same command
  # continues. Held rows are 1: a person has to look. Where another run has all of the rows it is 2.
  if [ "$code" -ne 4 ] || [ "$attempt" -eq 3 ] || [ -n "$stopped" ]; then break; fi
  wait_for sleep "${NIGHTLY_PAUSE:-300}"
  code=4
  [ -z "$stopped" ] || break
done

case $code in
  0) ;;
  1)
    echo "Some rows were not paid: $name.retry.txt says why, and the summary above what to do with $name.retry.csv (or the file that it names)." >&2
    # Running again alone never sends these.
    held=$(grep -c ',not_sent,.*,alike,' "$name.results.csv" 2>/dev/null)
    [ "${held:-0}" -eq 0 ] ||
      echo "$held of them may be a payment that was made before, and are held. Compare them with it. Take out what is the same; send the rest with --alike-ok." >&2
    ;;
  2)
    echo "This attempt sent nothing: the message above says why." >&2
    [ "$attempt" -eq 1 ] || echo "An earlier attempt of this night may have sent rows. See: ${load}paybatch status last$flags" >&2
    ;;
  3)
    # Perhaps paid. Never sent again by itself: a person finds out, and fills in the list.
    if write_sheet; then
      echo "Rows are in doubt, or a late response contradicts a resolution. Fill in $sheet, then: ${load}paybatch resolve --from $(printf %q "$sheet")$flags" >&2
    else
      echo "Rows are in doubt, and the list of them could not be written. See: ${load}paybatch doubts$flags" >&2
    fi
    echo "Then run the same file again: it sends what was resolved as not created, and what was not sent yet." >&2
    echo "Rows that were certainly not paid, if there are any, are in the retry file that the summary names ($name.retry.csv)." >&2
    ;;
  4) echo "Stopped early. Not all was sent: see above, then run the same command again." >&2 ;;
  *) echo "paybatch was ended from outside (exit code $code). Run the same command again: it finds what was in progress." >&2 ;;
esac
exit "$code"
