#!/usr/bin/env bash
# A verified backup of a ledger in a file, and its rotation. Run it after the nightly run, on the same host:
#   backup.sh /backup/paybatch            keeps the newest 30 (KEEP=30)
#   30 3 * * * BACKUP_ENV=/etc/paybatch/env /etc/paybatch/backup.sh /backup/paybatch --config /etc/paybatch/paybatch.config.json
# Copy the folder to another host as well. A backup is as secret as the ledger (mode 0600).
#
# To restore, when the ledger is lost or damaged:
#   1. Stop the timer or the cron job. No run may start.
#   2. Keep what is left:   mkdir lost && mv ledger.db ledger.db-* lost/
#   3. Copy the newest one: install -m 0600 /backup/paybatch/ledger-DATE.db ledger.db     (as the user of the runs)
#   4. Compare it:          paybatch ledger verify --against RESULTS...            (with the runs' --config)
#      Exit 1 names results of runs that this backup does not contain. Their payments were sent after the backup. Take rows
#      that the dashboard shows as paid out of the files that you run next.
#   5. Run once by hand with --accept-ledger. Rows that those results call paid or in doubt are held, not sent.
#      Compare them with the dashboard. Only then start the timer again.
# paybatch help recovery has the whole procedure.
set -eu
umask 077
if [ -n "${BACKUP_ENV:-}" ]; then
  set -a
  # shellcheck source=/dev/null
  . "$BACKUP_ENV"
  set +a
fi
folder=${1:?a folder for the backups}
shift
mkdir -p "$folder"
copy=$folder/ledger-$(date -u +%Y-%m-%dT%H%M%SZ).db

# It never overwrites, and works while a run is going. More flags (--config, --ledger) go to this command.
paybatch ledger backup --to "$copy" "$@" >&2
# A copy that does not verify is no backup. It is kept, and nothing is rotated away.
paybatch ledger verify "$copy" >&2

# The newest KEEP stay. Names sort by their time.
for old in $(ls -1 "$folder" | grep '^ledger-.*Z\.db$' | sort -r | tail -n +$((${KEEP:-30} + 1))); do
  rm -f "$folder/$old" "$folder/$old"-*
done
