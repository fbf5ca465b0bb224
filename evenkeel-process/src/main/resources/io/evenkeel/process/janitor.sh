# shellcheck shell=sh
# Reads "pid N START" and "dir PATH" lines until its parent is gone, then ends and removes them all.
# START is the process's start time in /proc: a reused id is left alone.
trap '' INT TERM HUP

# is_same PID START: the process still runs, and is no zombie.
is_same() {
  read -r stat 2>/dev/null <"/proc/$1/stat" || return 1
  start=$2
  # shellcheck disable=SC2086 # split into fields; the name before the last parenthesis may hold spaces
  set -- ${stat##*) }
  [ "$1" != Z ] && [ "$1" != X ] && [ "${20}" = "$start" ]
}

# each COMMAND: runs it with the id of every process that still runs.
each() {
  for entry in $pids; do
    is_same "${entry%:*}" "${entry#*:}" && "$@" "${entry%:*}"
  done
}

# shellcheck disable=SC2317 # called by each
count() { left=$((left + 1)); }

pids=''
set --
while IFS= read -r line; do
  rest=${line#* }
  case $line in
    "pid "*) pids="$pids ${rest% *}:${rest#* }" ;;
    "dir "*) set -- "$@" "$rest" ;;
  esac
done

each kill -9 2>/dev/null
tries=100
left=1
while [ $left -gt 0 ] && [ $tries -gt 0 ]; do
  left=0
  each count
  [ $left -eq 0 ] || sleep 0.05
  tries=$((tries - 1))
done
# The JVM may still write into them: what comes while rm runs is for the next one.
tries=100
until [ $# -eq 0 ] || rm -rf -- "$@"; do
  tries=$((tries - 1))
  [ $tries -gt 0 ] || exit 1
  sleep 0.05
done
exit 0
