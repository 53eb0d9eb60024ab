-- The rights of the roles in deploy/roles.sql: each role may do only what it does. `npm run db:migrate` runs this file after the
-- migrations, as the tables' owner. It skips roles that do not exist. A migration that adds a table adds its line here.
do $$
begin
  if exists (select from pg_roles where rolname = 'verses_service') then
    grant select on mikro_orm_migrations, daily_completion to verses_service;
    grant select, insert on scheduled_submission to verses_service;
  end if;
  if exists (select from pg_roles where rolname = 'verses_puzzle') then
    grant select, insert on daily_completion to verses_puzzle;
    grant select on scheduled_submission to verses_puzzle;
  end if;
end $$;
