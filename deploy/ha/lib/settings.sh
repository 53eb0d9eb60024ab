# shellcheck shell=bash disable=SC2034 # the other files and the templates use what is set here
# Paths, names and addresses. Sourced by ../cluster.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The settings of the running cluster, if any. A machine has at most one, and every command applies
# to it.
running=/run/verses-ha
if [ -e "$running" ]; then
  # shellcheck source=/dev/null
  source "$running"
fi

# Data, logs and passwords. The user postgres must be able to enter it.
HA_DIR=$(realpath -m "${HA_DIR:-$here/../../.ha}")
# The first three numbers of a network that nothing else on this machine uses.
NETWORK=${HA_NETWORK:-10.83.16}

# The machine itself, on the bridge: HAProxy and PgBouncer listen here, and the service connects
# from here.
HOST_ADDRESS=$NETWORK.1
ADDRESS_1=$NETWORK.11 ADDRESS_2=$NETWORK.12 ADDRESS_3=$NETWORK.13

nodes=(node1 node2 node3)
bridge=verses-ha
run_as=postgres
# Prefix of a command to run as that user, without root's privileges.
unprivileged=(setpriv --reuid="$run_as" --regid="$run_as" --init-groups --inh-caps=-all --reset-env)

address() { # NODE
  echo "$NETWORK.1${1#node}"
}

# The name of a node's network namespace, and of the bridge's end of its veth pair.
namespace() { # NODE
  echo "verses-$1"
}

fail() { # MESSAGE
  echo "$1" >&2
  exit 1
}

# The newest of Debian's PostgreSQL, whose programs are not in PATH.
find_postgres() {
  find /usr/lib/postgresql -path '*/bin/postgres' -printf '%h\n' 2>/dev/null | sort -V | tail -n 1
}

secret() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

# Generated once, kept with the data.
load_passwords() {
  local file=$HA_DIR/passwords name
  if [ ! -e "$file" ]; then
    for name in SUPERUSER REPLICATION REWIND SERVICE; do echo "${name}_PASSWORD=$(secret)"; done >"$file"
  fi
  # shellcheck source=/dev/null
  source "$file"
}

# Replaces each ${NAME} in a template with that variable.
render() { # TEMPLATE FILE
  local text name
  text=$(<"$here/config/$1")
  for name in NODE NODE_DIR ADDRESS ADDRESS_1 ADDRESS_2 ADDRESS_3 HOST_ADDRESS NETWORK HA_DIR PG_BIN \
    SUPERUSER_PASSWORD REPLICATION_PASSWORD REWIND_PASSWORD SERVICE_PASSWORD; do
    text=${text//"\${$name}"/"${!name-}"}
  done
  # It may hold passwords.
  (umask 077 && printf '%s\n' "$text" >"$2")
  chown "$run_as:" "$2"
}
