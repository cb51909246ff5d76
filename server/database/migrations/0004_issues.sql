-- The foundation, part 4 of 8: issues, and what providers write about rules and reports.

-- A rule outside tolerance or a report with shaded cells, discussed by provider, agency and regulator.
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
  -- Incremented by each event. An update names the version that it read.
  version integer not null,
  raised_from uuid not null references submission (id),
  raised_utc timestamptz not null,
  raised_by text not null,
  raiser_id text,
  raiser_organisation_id text references organisation (id),
  updated_utc timestamptz not null,
  is_explained boolean not null default false,
  -- The person of the provider whom the issue is assigned to, and whether they work on it.
  assignee_id text,
  assignee_name text,
  is_in_work boolean not null default false,
  -- The tolerance that the provider asks for, and who asked: {conjunction, parts: [{type, from, to}]}, as in the ruleset.
  requester_id text,
  wanted_tolerance jsonb,
  -- The same issue in the configured tracker: its key and address, the last comment that was copied, and whether it is done there.
  tracker_key text,
  tracker_link text,
  tracker_comment bigint,
  tracker_done boolean not null default false,
  -- One for each rule or report and regulator: it remains when another submission replaces the one that raised it.
  unique (collection_id, inst_id, subject, code, regulator_code)
);
create index issue_by_provider on issue (inst_id, collection_id, updated_utc desc);

-- What people have written, each with the number of the event that carried it.
create table issue_comment (
  issue_id uuid not null references issue (id) on delete cascade,
  inst_id text not null,
  sequence integer not null,
  text text not null,
  primary key (issue_id, sequence)
);

-- Files of a comment; without a sequence until the comment that names them is sent.
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

-- Files announced for one explanation of several rules. The explanation that names a file adds it to each issue and deletes the row;
-- files that no explanation names are swept.
create table explanation_file (
  id uuid primary key,
  submission_id uuid not null references submission (id) on delete cascade,
  inst_id text not null references provider (inst_id),
  file_name text not null,
  uploader_id text not null,
  created_utc timestamptz not null
);
create index explanation_file_announced on explanation_file (created_utc);

-- When the tracker was last asked for news; at most one row.
create table tracker_poll (
  id integer primary key check (id = 1),
  polled_utc timestamptz not null
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

-- A provider's note to its approvers about a rule or a report, also inside tolerance. It belongs to provider and collection, so
-- the next upload has it too.
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
