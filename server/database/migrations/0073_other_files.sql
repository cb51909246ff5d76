-- Runs beside releases from 0016_support_contact on.

-- What the store has in place of an announced file, and since when it has given exactly that: it has kept another file than was sent.
alter table announced_file add column other_sha256 text;
alter table announced_file add column other_since_utc timestamptz;
