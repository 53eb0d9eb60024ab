#!/bin/sh
# Stands in for the entrypoint of PostgreSQL's official image, as far as compose.yaml needs it.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown postgres "$PGDATA"
  exec chroot --userspec=postgres / "$0" "$@"
fi
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  (umask 077 && echo "$POSTGRES_PASSWORD" >/tmp/password)
  initdb --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl start --wait --options='-c listen_addresses='
  createdb "$POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*.sql; do
    psql --set=ON_ERROR_STOP=1 --dbname="$POSTGRES_DB" --file="$script"
  done
  pg_ctl stop
fi
exec "$@" -c listen_addresses='*'
