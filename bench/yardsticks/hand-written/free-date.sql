-- The free dates. A reservation takes the first row that no other transaction has locked, so many reservations can run in parallel.
create table if not exists free_date (date date primary key);

-- A date is free again when any program deletes its submission.
create or replace function free_again() returns trigger language plpgsql as $$
begin
  insert into free_date values (old.scheduled_date) on conflict do nothing;
  return null;
end $$;
create or replace trigger free_again after delete or update of scheduled_date on scheduled_submission
  for each row execute function free_again();
