# shellcheck shell=bash disable=SC2154 # settings.sh sets them
# Each program in the background, with a file for its pid and one for what it prints.

# The command line of each has a path below HA_DIR, so that a pid that means another process by now is not taken for it.
is_running() { # NAME
  local pid
  pid=$(cat "$HA_DIR/$1.pid" 2>/dev/null) && tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF "$HA_DIR/"
}

# Does nothing where it runs already.
spawn() { # NAME COMMAND...
  local name=$1
  shift
  if is_running "$name"; then return; fi
  # Every command here replaces the one before, so that the pid stays the same to the end. A session of its own: Ctrl-C in the
  # terminal must not reach it.
  (cd / && exec setsid "$@" </dev/null >>"$HA_DIR/$name.log" 2>&1) &
  echo $! >"$HA_DIR/$name.pid"
}

in_node() { # NODE COMMAND...
  local node=$1
  shift
  ip netns exec "$(namespace "$node")" "${unprivileged[@]}" "$@"
}

# Asks it to end, and waits.
terminate() { # NAME...
  local name
  for name in "$@"; do
    if is_running "$name"; then kill "$(<"$HA_DIR/$name.pid")"; fi
  done
  for name in "$@"; do
    await 15 is_not_running "$name" || true
    rm -f "$HA_DIR/$name.pid"
  done
}

is_not_running() { # NAME
  ! is_running "$1"
}

# Tries a command again and again. Fails when so many seconds are over.
await() { # SECONDS COMMAND...
  local until=$((SECONDS + $1))
  shift
  until "$@"; do
    if [ "$SECONDS" -ge "$until" ]; then return 1; fi
    sleep 0.2
  done
}
