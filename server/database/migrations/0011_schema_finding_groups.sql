-- Runs beside releases from 0010_reminders on.

-- Schema errors by field and code, counted over the whole file; schema_finding has only the first of them.
create table schema_finding_group (
  submission_id uuid not null references submission (id),
  inst_id text not null,
  ordinal integer not null,
  code text not null,
  place text not null,
  count bigint not null,
  places jsonb not null,
  characters jsonb not null,
  example jsonb,
  primary key (submission_id, ordinal)
);

alter table schema_finding_group enable row level security;
alter table schema_finding_group force row level security;
create policy tenant on schema_finding_group using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id))
  with check (may_see(inst_id));
