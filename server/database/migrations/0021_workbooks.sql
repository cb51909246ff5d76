-- Runs beside releases from 0016_support_contact on.

-- Workbooks of failing records that somebody has asked for. Each holds what readers of one kind may have, so that all of them
-- share it.
create table workbook (
  submission_id uuid not null references submission (id),
  inst_id text not null references provider (inst_id),
  -- Field whose values have a workbook each; empty for one of all records.
  field text not null,
  -- Whether special category data are in it.
  is_whole boolean not null,
  -- Regulator whose rules alone are in it; empty for all rules.
  regulator text not null,
  requested_utc timestamptz not null,
  -- Rows that are written, and that it will have.
  done bigint not null default 0,
  total bigint,
  made_utc timestamptz,
  size bigint,
  -- Why it was given up.
  fault text,
  primary key (submission_id, field, is_whole, regulator)
);
alter table workbook enable row level security;
alter table workbook force row level security;
create policy tenant on workbook
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));
