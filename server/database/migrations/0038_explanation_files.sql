-- Runs beside releases from 0016_support_contact on.

-- Files that are announced for one explanation of several rules. Whoever names one in the explanation makes it part of each
-- issue, and its row goes; what nobody names is swept.
create table explanation_file (
  id uuid primary key,
  submission_id uuid not null references submission (id) on delete cascade,
  inst_id text not null references provider (inst_id),
  file_name text not null,
  uploader_id text not null,
  created_utc timestamptz not null
);
create index explanation_file_announced on explanation_file (created_utc);
alter table explanation_file enable row level security;
alter table explanation_file force row level security;
create policy tenant on explanation_file
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));
