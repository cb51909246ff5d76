-- Runs beside releases from 0016_support_contact on.

-- Objects that an S3 store was told to remove and has not: removed again every minute, and told to operators. It has no row-level
-- security, as file_key.
create table left_file (
  object_key text primary key,
  failures integer not null default 1,
  since_utc timestamptz not null default now()
);
