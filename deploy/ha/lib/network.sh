# shellcheck shell=bash disable=SC2154 # settings.sh sets them
# A network namespace for each node, and a bridge that connects them as a switch connects machines.

network_up() {
  local node
  if [ -n "$(ip route show "$NETWORK.0/24")" ]; then
    fail "This machine already uses the network $NETWORK.0/24: set another, such as HA_NETWORK=10.99.7"
  fi
  ip link add "$bridge" type bridge
  ip address add "$HOST_ADDRESS/24" dev "$bridge"
  ip link set "$bridge" up
  for node in "${nodes[@]}"; do plug_in "$node"; done
}

plug_in() { # NODE
  local name
  name=$(namespace "$1")
  ip netns add "$name"
  ip link add "$name" type veth peer name eth0 netns "$name"
  ip link set "$name" master "$bridge" up
  ip -n "$name" link set lo up
  ip -n "$name" address add "$(address "$1")/24" dev eth0
  ip -n "$name" link set eth0 up
}

network_is_up() {
  ip link show "$bridge" >/dev/null 2>&1
}

# Also removes a network that is only partly up.
network_down() {
  local node name
  for node in "${nodes[@]}"; do
    name=$(namespace "$node")
    # Deleting one end of the veth pair deletes the other.
    ip link delete "$name" 2>/dev/null || true
    ip netns delete "$name" 2>/dev/null || true
  done
  ip link delete "$bridge" 2>/dev/null || true
}

link() { # NODE up|down
  ip -n "$(namespace "$1")" link set eth0 "$2"
}

link_state() { # NODE
  if ip -n "$(namespace "$1")" link show eth0 | grep -q '[<,]UP[,>]'; then echo up; else echo down; fi
}

# The processes of a node.
pids_of() { # NODE
  ip netns pids "$(namespace "$1")" 2>/dev/null || true
}
