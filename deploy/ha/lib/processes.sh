# shellcheck shell=bash disable=SC2154 # settings.sh sets them
# Runs each program in the background, with a file for its pid and one for its output.

# The command line of each program has a path below HA_DIR. A process that has reused the pid does
# not.
is_running() { # NAME
  local pid
  pid=$(cat "$HA_DIR/$1.pid" 2>/dev/null) && tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF "$HA_DIR/"
}

# Does nothing if the program is running.
spawn() { # NAME COMMAND...
  local name=$1
  shift
  if is_running "$name"; then return; fi
  # Every command here replaces the one before, which keeps the pid. The program gets its own
  # session, since Ctrl-C in the terminal must not reach it.
  (cd / && exec setsid "$@" </dev/null >>"$HA_DIR/$name.log" 2>&1) &
  echo $! >"$HA_DIR/$name.pid"
}

in_node() { # NODE COMMAND...
  local node=$1
  shift
  ip netns exec "$(namespace "$node")" "${unprivileged[@]}" "$@"
}

# Sends SIGTERM and waits.
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

# Retries a command until it succeeds. Fails after the given seconds.
await() { # SECONDS COMMAND...
  local until=$((SECONDS + $1))
  shift
  until "$@"; do
    if [ "$SECONDS" -ge "$until" ]; then return 1; fi
    sleep 0.2
  done
}
