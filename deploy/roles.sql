-- The roles of a deployment in which each program has only the rights it needs. Run this once, connected to the service's database, as
-- a role that owns this database and may create roles (or as a superuser). Running it again changes nothing:
--
--   psql -d verses -f deploy/roles.sql
--
-- It sets no passwords, so no file contains one: use `\password verses_owner` in psql, and so on for each role.
-- src/database/grants.sql, which `npm run db:migrate` runs, has the rights of each role on the tables.
do $$
declare
  role_name text;
begin
  foreach role_name in array array[
    'verses_owner',   -- owns the tables and changes them: npm run db:migrate
    'verses_service', -- the service, with MIGRATE_ON_START=false
    'verses_puzzle',  -- the puzzle: writes completions, reads submissions
    'verses_desk'     -- the operator's desk: plans the calendar
  ] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I login', role_name);
    end if;
  end loop;

  -- The limit that the service's connections ask for anyway, for those through a pooler that rejects it, such as PgBouncer.
  foreach role_name in array array['verses_service', 'verses_desk'] loop
    begin
      execute format('alter role %I in database %I set statement_timeout = ''2500ms''', role_name, current_database());
    exception when insufficient_privilege then
      raise warning '% keeps its statement_timeout: run this as the role that created it, or as a superuser', role_name;
    end;
  end loop;

  -- By default every role may connect, and any connected role can hold the locks that the service waits for.
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to verses_owner, verses_service, verses_puzzle, verses_desk', current_database());
  -- To create the extension btree_gist.
  execute format('grant create on database %I to verses_owner', current_database());
end $$;

revoke create on schema public from public;
grant usage on schema public to verses_owner, verses_service, verses_puzzle, verses_desk;
grant create on schema public to verses_owner;
