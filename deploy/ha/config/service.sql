-- The service's role and database. The role is not a superuser, but owns the database, which is enough for the migrations:
-- a database's owner may create the extension btree_gist. Running this again changes nothing.
select format('create role verses login password %L', :'password')
where not exists (select from pg_roles where rolname = 'verses') \gexec

-- PgBouncer rejects the limit that the service's connections ask for.
alter role verses set statement_timeout = '2500ms';

select 'create database verses owner verses'
where not exists (select from pg_database where datname = 'verses') \gexec
