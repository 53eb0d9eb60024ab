-- The rights of the roles in deploy/roles.sql: each role may do only what it does. `npm run db:migrate` runs this file after the
-- migrations, as the tables' owner. It skips roles that do not exist. A migration that adds a table adds its line here.
do $$
begin
  if exists (select from pg_roles where rolname = 'verses_service') then
    grant select on mikro_orm_migrations, daily_completion, blocked_date, calendar_pause to verses_service;
    grant select, insert on scheduled_submission to verses_service;
  end if;
  if exists (select from pg_roles where rolname = 'verses_puzzle') then
    grant select, insert on daily_completion to verses_puzzle;
    -- 1.2.0 granted every column, so the puzzle could read who had submitted, and with which key.
    revoke select on scheduled_submission from verses_puzzle;
    grant select (book_id, chapter, verse, scheduled_date) on scheduled_submission to verses_puzzle;
  end if;
  if exists (select from pg_roles where rolname = 'verses_desk') then
    grant
      select (id, user_id, book_id, chapter, verse, scheduled_date, created_at, moved_from, withdrawn_at, withdrawn_from, cooldown_ended),
      update (scheduled_date, moved_from, withdrawn_at, withdrawn_from, cooldown_ended)
      on scheduled_submission to verses_desk;
    grant select, insert, delete, update (label) on blocked_date to verses_desk;
    grant select, insert, delete on calendar_pause to verses_desk;
    -- Nobody alters the record, and the database gives each change its id and instant.
    grant select, insert (actor, action, dates, submission, note) on calendar_change to verses_desk;
  end if;
end $$;
