-- Sets the passwords of the roles in roles.sql from environment variables, for psql 14 or newer. compose.yaml runs it. By hand,
-- `\password` is better: it sends a hash, so no statement log reveals the password.
\getenv owner VERSES_OWNER_PASSWORD
\getenv service VERSES_SERVICE_PASSWORD
\getenv puzzle VERSES_PUZZLE_PASSWORD
\getenv desk VERSES_DESK_PASSWORD
alter role verses_owner password :'owner';
alter role verses_service password :'service';
alter role verses_puzzle password :'puzzle';
alter role verses_desk password :'desk';
