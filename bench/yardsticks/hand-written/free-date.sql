-- The free dates: whoever reserves takes the first row that nobody else has locked, so that many reservations go on side by side.
create table if not exists free_date (date date primary key);

-- A date whose submission is deleted, by whatever program, is free again.
create or replace function free_again() returns trigger language plpgsql as $$
begin
  insert into free_date values (old.scheduled_date) on conflict do nothing;
  return null;
end $$;
create or replace trigger free_again after delete or update of scheduled_date on scheduled_submission
  for each row execute function free_again();
