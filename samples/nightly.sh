#!/usr/bin/env bash
# The nightly run, and what each exit code asks for. Start it from cron in place of paybatch itself.
#   nightly.sh /srv/payouts/tonight.csv [more flags of paybatch run]
set -u
file=${1:?a CSV file}
shift

for attempt in 1 2 3; do
  paybatch run "$file" --yes "$@"
  code=$?
  # 4: stopped before the end (the service was away, a signal, another run). The same command goes on where it stopped.
  [ "$code" -eq 4 ] || break
  [ "$attempt" -lt 3 ] && sleep "${NIGHTLY_PAUSE:-300}"
done

case $code in
  0) ;;
  1) echo "Some rows were not paid: ${file%.csv}.retry.txt says why. Correct ${file%.csv}.retry.csv and run that." >&2 ;;
  2) echo "Nothing was sent: the message above says why." >&2 ;;
  3)
    # Perhaps paid. Never sent again by itself: a person finds out, and fills in the list.
    echo "Rows are in doubt. Fill in ${file%.csv}.doubts.csv, then: paybatch resolve --from ${file%.csv}.doubts.csv" >&2
    (umask 077 && paybatch doubts --csv >"${file%.csv}.doubts.csv")
    ;;
  4) echo "Still stopping early after three attempts. Not all was sent: see above." >&2 ;;
esac
exit "$code"
