-- Gives the roles of roles.sql the passwords of environment variables, for psql 14 or newer; compose.yaml does so. By hand,
-- `\password` is better: what it sends is a hash already, which no log of statements can give away.
\getenv owner VERSES_OWNER_PASSWORD
\getenv service VERSES_SERVICE_PASSWORD
\getenv puzzle VERSES_PUZZLE_PASSWORD
alter role verses_owner password :'owner';
alter role verses_service password :'service';
alter role verses_puzzle password :'puzzle';
