#!/usr/bin/env bash
# A verified backup of a ledger in a file, and its rotation. Run it after the nightly run, on the same host:
#   backup.sh /backup/paybatch            keeps the newest 30 (KEEP=30)
#   30 3 * * * BACKUP_ENV=/etc/paybatch/env /etc/paybatch/backup.sh /backup/paybatch --config /etc/paybatch/paybatch.config.json
# Copy the folder to another host as well. A backup is as secret as the ledger (mode 0600).
#
# To restore: paybatch help recovery
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

# It never overwrites, and works while a run is in progress. More flags (--config, --ledger) go to this command.
paybatch ledger backup --to "$copy" "$@" >&2
# If the copy does not verify, the script ends here: the copy stays, and no earlier backup is deleted.
paybatch ledger verify "$copy" >&2

# The newest KEEP stay. Names sort by their time.
for old in $(ls -1 "$folder" | grep '^ledger-.*Z\.db$' | sort -r | tail -n +$((${KEEP:-30} + 1))); do
  rm -f "$folder/$old" "$folder/$old"-*
done
