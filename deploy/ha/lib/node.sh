# shellcheck shell=bash disable=SC2154 # settings.sh sets them
# One node: etcd, Patroni, and the PostgreSQL that Patroni runs.

configure_node() { # NODE
  # shellcheck disable=SC2034 # the templates use them
  local NODE=$1 NODE_DIR=$HA_DIR/$1 ADDRESS
  # shellcheck disable=SC2034
  ADDRESS=$(address "$1")
  install -d -m 700 -o "$run_as" -g "$run_as" "$NODE_DIR" "$NODE_DIR/etcd"
  render etcd.yml "$NODE_DIR/etcd.yml"
  render patroni.yml "$NODE_DIR/patroni.yml"
}

# Starts those of the node's programs that are not running.
start_node() { # NODE
  local run=(ip netns exec "$(namespace "$1")" "${unprivileged[@]}")
  spawn "$1-etcd" "${run[@]}" /usr/bin/etcd --config-file "$HA_DIR/$1/etcd.yml"
  spawn "$1-patroni" "${run[@]}" /usr/bin/patroni "$HA_DIR/$1/patroni.yml"
}

# Kills all of Patroni and PostgreSQL at the same moment, as a power failure does. etcd keeps
# running.
kill_node() { # NODE
  local pid etcd
  etcd=$(<"$HA_DIR/$1-etcd.pid")
  for pid in $(pids_of "$1"); do
    if [ "$pid" != "$etcd" ]; then kill -9 "$pid" 2>/dev/null || true; fi
  done
}

node_psql() { # NODE PSQL-ARGUMENT...
  local node=$1
  shift
  in_node "$node" psql -X -h "$HA_DIR/$node" "$@"
}

# The node whose Patroni returns 200 for a path: /primary, or /sync for the replica that may be
# promoted.
node_that_is() { # PATH
  local node
  for node in "${nodes[@]}"; do
    if curl -sf -o /dev/null -m 2 "http://$(address "$node"):8008/$1"; then
      echo "$node"
      return
    fi
  done
  return 1
}

# Whether there is a primary with two replicas, one of them known to have every commit. Until etcd
# names that replica, a second or two after PostgreSQL does, no node could be promoted if the
# primary died.
is_well() {
  local node
  node_that_is sync >/dev/null && node=$(node_that_is primary) || return 1
  local well="select count(*) = 2 and bool_or(sync_state = 'sync') from pg_stat_replication where state = 'streaming'"
  [ "$(node_psql "$node" -Atc "$well" 2>/dev/null)" = t ]
}

role() { # NODE
  local standby
  standby=$(node_psql "$1" -Atc 'select pg_is_in_recovery()' 2>/dev/null) || true
  case $standby in
    t) echo replica ;;
    f) echo primary ;;
    *) echo down ;;
  esac
}

# The state of replication in words, as the primary or the replica sees it.
streaming_state() { # NODE
  local replicas="select coalesce('followed by ' || string_agg(application_name || ' (' || sync_state || ')', ', '
    order by application_name), 'followed by nobody') from pg_stat_replication"
  local follows="select coalesce((select status || ' from ' || sender_host from pg_stat_wal_receiver), 'follows nobody')"
  case $(role "$1") in
    primary) node_psql "$1" -Atc "$replicas" ;;
    replica) node_psql "$1" -Atc "$follows" ;;
    *) echo 'no response' ;;
  esac
}
