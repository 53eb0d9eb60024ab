-- The service's role and database. The role is no superuser; the database is its own, which is enough for the migrations:
-- btree_gist is an extension that the owner of a database may create. Run as often as you like.
select format('create role verses login password %L', :'password')
where not exists (select from pg_roles where rolname = 'verses') \gexec

select 'create database verses owner verses'
where not exists (select from pg_database where datname = 'verses') \gexec
