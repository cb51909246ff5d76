-- The key of each object of the store, wrapped by a master key of KEYS_DIR, without which nothing here is of use. Deleting the
-- row makes the object unreadable for good. Objects without a row are those of releases before this one.
create table file_key (
  object_key text primary key,
  -- Which master key has wrapped it.
  master text not null,
  wrapped bytea not null,
  created_utc timestamptz not null default now()
);
create index file_key_by_master on file_key (master);
