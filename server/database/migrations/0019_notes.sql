-- Runs beside releases from 0016_support_contact on.

-- What a provider wants its approvers to know of a rule or a report, inside tolerance too. It stays with the provider and the
-- collection, so that it is there for the next upload as well.
create table provider_note (
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  subject text not null check (subject in ('rule', 'report')),
  -- Code of the rule or the report.
  code text not null,
  text text not null,
  written_utc timestamptz not null,
  written_by text not null,
  writer_organisation_id text references organisation (id),
  primary key (collection_id, inst_id, subject, code)
);
alter table provider_note enable row level security;
alter table provider_note force row level security;
create policy tenant on provider_note
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));
