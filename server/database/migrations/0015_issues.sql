-- Issues: rules outside tolerance, and reports with shaded cells, that provider, agency and regulator talk about.

create table issue (
  id uuid primary key,
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  subject text not null check (subject in ('rule', 'report')),
  -- Code of the rule or the report.
  code text not null,
  name text not null,
  regulator_code text not null references regulator (code),
  status text not null,
  -- Grows with each event; a change names the version that it saw.
  version integer not null,
  raised_from uuid not null references submission (id),
  raised_utc timestamptz not null,
  raised_by text not null,
  raiser_id text,
  raiser_organisation_id text references organisation (id),
  updated_utc timestamptz not null,
  is_explained boolean not null default false,
  requester_id text,
  -- The tolerance that the provider asks for: {conjunction, parts: [{type, from, to}]}, as in the ruleset.
  wanted_tolerance jsonb,
  -- One for each rule or report and regulator: it outlives the submission that it was raised from.
  unique (collection_id, inst_id, subject, code, regulator_code)
);
create index issue_by_provider on issue (inst_id, collection_id, updated_utc desc);

-- Every event of an issue, in order, with what the guards read: with both the decision can be made again.
create table issue_event (
  issue_id uuid not null references issue (id) on delete cascade,
  inst_id text not null,
  sequence integer not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  actor jsonb not null,
  payload jsonb not null default '{}',
  facts jsonb not null,
  occurred_utc timestamptz not null,
  effects jsonb not null default '[]',
  primary key (issue_id, sequence)
);

-- What people have written, each with the event that it came with.
create table issue_comment (
  issue_id uuid not null,
  inst_id text not null,
  sequence integer not null,
  text text not null,
  primary key (issue_id, sequence),
  foreign key (issue_id, sequence) references issue_event (issue_id, sequence) on delete cascade
);

-- Files beside a comment; without a sequence until the comment is sent that names them.
create table issue_attachment (
  id uuid primary key,
  issue_id uuid not null references issue (id) on delete cascade,
  inst_id text not null,
  sequence integer,
  file_name text not null,
  file_size bigint,
  object_key text,
  uploader_id text not null,
  created_utc timestamptz not null
);
create index attachment_by_issue on issue_attachment (issue_id, sequence);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['issue', 'issue_event', 'issue_comment', 'issue_attachment'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all'' or may_see(inst_id)) with check (may_see(inst_id))', tenant);
  end loop;
end $$;
