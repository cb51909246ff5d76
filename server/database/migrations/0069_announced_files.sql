-- Runs beside releases from 0016_support_contact on.

-- What senders have said of files that they post straight to S3, by the key of the post: the seal takes nothing else. It has no
-- row-level security, as file_key: a look at it needs no transaction, and it says nothing of what is in a file.
create table announced_file (
  object_key text not null,
  -- Null where the sender did not say.
  bytes bigint,
  sha256 text,
  announced_utc timestamptz not null default now(),
  unique nulls not distinct (object_key, bytes, sha256)
);
