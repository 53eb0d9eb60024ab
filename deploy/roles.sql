-- The roles of a deployment in which each program has only the rights it needs. Run this once, connected to the service's database, as
-- a role that owns this database and may create roles (or as a superuser). Running it again changes nothing:
--
--   psql -d verses -f deploy/roles.sql
--
-- It sets no passwords, so no file contains one: use `\password verses_owner` in psql, and so on for each role.
-- `npm run db:migrate` grants the rights on the tables that src/database/rights.ts lists. They are in the schema that the search path
-- names first; by default that is public.
do $$
declare
  role_name text;
  setting text;
  value text;
begin
  foreach role_name in array array[
    'verses_owner',   -- owns the tables and changes them: npm run db:migrate
    'verses_service', -- the service, with MIGRATE_ON_START=false
    'verses_puzzle',  -- the puzzle: writes completions, reads the verses, exports and erases players
    'verses_desk'     -- the operator's desk: plans the calendar
  ] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I login', role_name);
    end if;
  end loop;

  -- A transaction that stays idle would keep its locks. The service's connections ask for the limit of a statement themselves, unless a
  -- pooler such as PgBouncer rejects that.
  for role_name, setting, value in values
    ('verses_owner', 'idle_in_transaction_session_timeout', '1min'),
    ('verses_service', 'idle_in_transaction_session_timeout', '1min'),
    ('verses_puzzle', 'idle_in_transaction_session_timeout', '1min'),
    ('verses_desk', 'idle_in_transaction_session_timeout', '1min'),
    ('verses_service', 'statement_timeout', '2500ms'),
    ('verses_desk', 'statement_timeout', '2500ms')
  loop
    begin
      execute format('alter role %I in database %I set %I = %L', role_name, current_database(), setting, value);
    exception when insufficient_privilege then
      raise warning '% has no %: run this as the role that created it, or as a superuser', role_name, setting;
    end;
  end loop;

  -- By default every role may create large objects, and so fill the disk. Only a superuser can change that.
  if (select rolsuper from pg_roles where rolname = current_user) then
    revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;
  elsif has_function_privilege('public', 'lo_create(oid)', 'execute') then
    raise warning 'Every role may create large objects: run this as a superuser';
  end if;

  -- By default every role may connect, and any connected role can hold the locks that the service waits for.
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to verses_owner, verses_service, verses_puzzle, verses_desk', current_database());
  -- To create the extension btree_gist.
  execute format('grant create on database %I to verses_owner', current_database());

  execute format('revoke create on schema %I from public', current_schema());
  execute format('grant usage on schema %I to verses_owner, verses_service, verses_puzzle, verses_desk', current_schema());
  execute format('grant create on schema %I to verses_owner', current_schema());
end $$;
