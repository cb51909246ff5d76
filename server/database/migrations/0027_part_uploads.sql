-- Runs beside releases from 0016_support_contact on.

-- A file that is sent in parts, until it has been put together or given up. Its parts are objects of the store.
create table part_upload (
  submission_id uuid primary key references submission (id),
  inst_id text not null references provider (inst_id),
  -- Size of the file as it was announced, and of each part but the last.
  bytes bigint not null check (bytes > 0),
  part_bytes int not null check (part_bytes > 0),
  begun_utc timestamptz not null
);
alter table part_upload enable row level security;
alter table part_upload force row level security;
create policy tenant on part_upload
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));

-- A part that the store has, whole.
create table stored_part (
  submission_id uuid not null references part_upload (submission_id) on delete cascade,
  inst_id text not null references provider (inst_id),
  -- From 1.
  number int not null check (number > 0),
  bytes int not null check (bytes > 0),
  sha256 text not null,
  stored_utc timestamptz not null,
  primary key (submission_id, number)
);
alter table stored_part enable row level security;
alter table stored_part force row level security;
create policy tenant on stored_part
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));
