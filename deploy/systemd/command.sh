#!/bin/sh
# Runs a command of the installation with the settings of one of its units, as its user: in front of those of bedel.env stand those
# that the unit sets itself, the folders of its keys and of the audit's checkpoints among them.
#   sudo /opt/bedel/deploy/systemd/command.sh bedel scripts/backup.ts --to /backup/2026-11-26
#   sudo /opt/bedel/deploy/systemd/command.sh bedel-api@3000 scripts/audit-verify.ts
set -eu
unit=${1:?the unit whose settings count: bedel, or bedel-api@3000}
script=${2:?the script of the command: scripts/audit-verify.ts}
shift 2
environment=$(systemctl show --property=Environment --value "$unit")
if [ -z "$environment" ]; then
  echo "There is no unit $unit." >&2
  exit 2
fi
exec systemd-run --pipe --wait --quiet --collect --service-type=exec \
  --property=User=bedel --property=Group=bedel --property=UMask=0077 --property=WorkingDirectory=/opt/bedel \
  --property="Environment=$environment" --property=EnvironmentFile=/etc/bedel/bedel.env \
  /opt/bedel/node_modules/.bin/node "$script" "$@"
