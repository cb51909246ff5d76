-- Tolerances of a specification that differ from those of its ruleset: what an administrator has edited.
create table specification_tolerance (
  specification_id integer not null references specification (id),
  rule_code text not null,
  regulator_code text not null references regulator (code),
  -- {conjunction: 'A' | 'O', parts: [{type, from, to}]}, as in the ruleset.
  tolerance jsonb not null,
  updated_utc timestamptz not null default now(),
  updated_by text not null,
  primary key (specification_id, rule_code, regulator_code)
);

-- Tolerances granted to one provider for one collection.
create table tolerance_override (
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  rule_code text not null,
  regulator_code text not null references regulator (code),
  tolerance jsonb not null,
  granted_utc timestamptz not null default now(),
  granted_by text not null,
  primary key (collection_id, inst_id, rule_code, regulator_code)
);
alter table tolerance_override enable row level security;
alter table tolerance_override force row level security;
create policy tenant on tolerance_override
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));

-- Students that a submission says have gone to another provider: what the receiver's submission is held against.
create table transfer_out (
  submission_id uuid not null references submission (id) on delete cascade,
  inst_id text not null,
  sid text not null,
  numhus text not null,
  destination_ukprn text not null,
  primary key (submission_id, sid, numhus)
);
create index transfer_by_destination on transfer_out (destination_ukprn);
alter table transfer_out enable row level security;
alter table transfer_out force row level security;
create policy system_only on transfer_out using (current_setting('bedel.scope', true) = 'all');
