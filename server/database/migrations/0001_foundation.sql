-- The tables of the platform. Written for PostgreSQL 15 and later, forward only.
-- Two roles: the owner of these tables migrates; the application connects as another that can neither own, nor be
-- superuser, nor bypass row-level security. Each transaction says for whom it works:
--   set_config('bedel.organisation', <organisation id>, true), set_config('bedel.scope', 'own' | 'regulator' | 'all', true)
-- Without these settings a query of a tenant's table gives no row.

create table organisation (
  id text primary key,
  type text not null check (type in ('provider', 'agency', 'statutory_customer')),
  name text not null,
  published_name text not null,
  onboarded boolean not null default true
);

create table regulator (
  code text primary key,
  name text not null,
  short_name text not null,
  type_code text not null check (type_code in ('01', '02', '03', '04'))
);

-- Which countries' providers a regulator may see.
create table regulator_country (
  regulator_code text not null references regulator (code),
  country_code text not null,
  primary key (regulator_code, country_code)
);

create table provider (
  inst_id text primary key references organisation (id),
  ukprn text not null unique,
  country_code text not null check (country_code in ('E', 'W', 'S', 'N')),
  region text,
  regulator_code text not null references regulator (code),
  risk_code text not null,
  updated_utc timestamptz not null default now()
);

create table specification (
  id integer generated always as identity primary key,
  version text not null unique,
  state_id integer not null,
  stream_id text not null default '056',
  schema_version text not null,
  ruleset_version text not null,
  created_utc timestamptz not null default now(),
  created_by text not null,
  updated_utc timestamptz not null default now(),
  updated_by text not null
);

create table collection (
  id text primary key,
  reference text not null unique,
  name text not null,
  stream_id text not null default '056',
  reference_period_start date not null,
  reference_period_end date not null,
  state_id integer not null,
  specification_id integer references specification (id),
  allow_submissions boolean not null default true,
  disallow_create_issues boolean not null default false
);

create table submission (
  id uuid primary key,
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  mode text not null check (mode in ('live', 'ovt')),
  status_id integer not null,
  -- Grows with each change; a change names the version that it saw, so of two at once exactly one wins.
  version integer not null default 1,
  is_latest boolean not null default false,
  file_name text not null,
  file_size bigint,
  file_hash text,
  object_key text,
  has_stored_file boolean not null default false,
  created_utc timestamptz not null,
  uploaded_utc timestamptz,
  uploaded_by text not null,
  copied_from uuid references submission (id),
  student_count integer,
  failure_reason text,
  progress jsonb,
  error_file_key text,
  failures_file_key text,
  tsv_delivery_location text,
  upload_expires_utc timestamptz,
  content_discarded_utc timestamptz
);
create unique index one_latest on submission (collection_id, inst_id, mode) where is_latest;
create unique index one_upload on submission (collection_id, inst_id, mode) where status_id = 1;
create index submission_by_provider on submission (inst_id, collection_id, mode, created_utc desc);
create index submission_by_collection on submission (collection_id, mode) where is_latest;
create index submission_by_hash on submission (file_hash);

-- Every lifecycle event, in order: what the inspector replays and conformance checks.
create table submission_event (
  submission_id uuid not null references submission (id),
  inst_id text not null,
  sequence integer not null,
  event text not null,
  from_status_id integer not null,
  to_status_id integer not null,
  actor jsonb not null,
  -- What the event said besides its type, and the facts that the guards read: with both the decision can be made again.
  payload jsonb not null default '{}',
  facts jsonb not null,
  occurred_utc timestamptz not null,
  detail jsonb not null default '{}',
  primary key (submission_id, sequence)
);

create table activity_log (
  id bigint generated always as identity primary key,
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  submission_id uuid references submission (id),
  type_id integer not null,
  created_utc timestamptz not null,
  username text not null,
  filename text,
  is_anonymised boolean not null default false,
  detail jsonb not null default '{}'
);
create index activity_by_collection on activity_log (collection_id, id desc);
create index activity_by_submission on activity_log (submission_id, type_id);

-- One line for each decision, granted or refused. Never updated.
create table audit_line (
  id bigint generated always as identity primary key,
  occurred_utc timestamptz not null,
  actor_id text not null,
  actor_organisation text not null,
  inst_id text,
  action text not null,
  subject text,
  outcome text not null check (outcome in ('done', 'refused')),
  status integer not null,
  reason text,
  detail jsonb not null default '{}'
);

-- Work that a transaction promises: effects of the chart and live messages. Carried out at least once, after commit.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  submission_id uuid,
  inst_id text,
  payload jsonb not null,
  created_utc timestamptz not null default now(),
  due_utc timestamptz not null default now(),
  attempts integer not null default 0,
  done_utc timestamptz
);
create index outbox_open on outbox (due_utc, id) where done_utc is null;

create table live_sequence (
  inst_id text primary key,
  last bigint not null
);

create table live_message (
  inst_id text not null,
  sequence bigint not null,
  payload jsonb not null,
  created_utc timestamptz not null default now(),
  primary key (inst_id, sequence)
);

-- Deadlines as rows, so that a restart loses none.
create table timer (
  id bigint generated always as identity primary key,
  kind text not null,
  submission_id uuid not null references submission (id),
  due_utc timestamptz not null,
  unique (kind, submission_id)
);

-- Who works on which step; the fence grows with every taking, and a result with an older fence is refused.
create table step_lease (
  submission_id uuid not null references submission (id),
  step text not null,
  fence bigint not null,
  worker text not null,
  taken_utc timestamptz not null,
  attempts integer not null default 1,
  primary key (submission_id, step)
);

create table step_result (
  submission_id uuid not null references submission (id),
  step text not null,
  fence bigint not null,
  outcome text not null,
  detail jsonb not null default '{}',
  completed_utc timestamptz not null,
  primary key (submission_id, step)
);

create table schema_finding (
  submission_id uuid not null references submission (id),
  inst_id text not null,
  ordinal integer not null,
  line_number integer not null,
  column_number integer not null,
  code text not null,
  error text not null,
  details jsonb not null,
  primary key (submission_id, ordinal)
);

create table quality_rule_result (
  submission_id uuid not null references submission (id),
  inst_id text not null,
  code text not null,
  ordinal integer not null,
  name text not null,
  outside boolean not null,
  operational boolean not null,
  population_count bigint not null,
  failure_count bigint not null,
  -- The whole result as the analysis gave it: regulators, tolerances, specialist rows, guidance.
  result jsonb not null,
  primary key (submission_id, code)
);

-- Reports and the figures that next year's reports compare with.
create table report (
  submission_id uuid not null references submission (id),
  inst_id text not null,
  kind text not null check (kind in ('credibility', 'additional', 'history')),
  code text not null,
  chapter_id integer,
  title text not null,
  failure_count integer not null default 0,
  content jsonb not null,
  primary key (submission_id, kind, code)
);

create table oidc_model (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_code text,
  expires_utc timestamptz,
  consumed_utc timestamptz,
  primary key (model, id)
);
create index oidc_by_grant on oidc_model (grant_id);
create index oidc_by_uid on oidc_model (model, uid);

create table signing_key (
  purpose text primary key,
  secret jsonb not null,
  created_utc timestamptz not null default now()
);

create table live_ticket (
  ticket_hash text primary key,
  user_id text not null,
  inst_id text not null,
  expires_utc timestamptz not null,
  used_utc timestamptz
);

create table demonstration (
  id integer primary key default 1 check (id = 1),
  state text not null,
  done integer not null default 0,
  total integer not null default 0,
  message text not null default ''
);

-- Row-level security -------------------------------------------------------------------------------------------------

create function may_see(institution text) returns boolean
language sql stable
as $$
  select case current_setting('bedel.scope', true)
    when 'all' then true
    when 'own' then institution = current_setting('bedel.organisation', true)
    when 'regulator' then exists (
      select 1 from provider p
      join regulator_country c on c.country_code = p.country_code
      where p.inst_id = institution and c.regulator_code = current_setting('bedel.organisation', true)
    )
    else false
  end
$$;

do $$
declare
  tenant text;
begin
  foreach tenant in array array[
    'submission', 'submission_event', 'activity_log', 'schema_finding', 'quality_rule_result', 'report', 'live_message', 'live_sequence'
  ] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    -- The scope is asked once for a statement, the function only where it does not settle the matter: over hundreds of
    -- thousands of rows a call for each would take most of the time.
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all'' or may_see(inst_id)) with check (may_see(inst_id))', tenant);
  end loop;
end $$;

-- Lines about an institution, or about no institution at all, are for those who see everything to read; all may append.
alter table audit_line enable row level security;
alter table audit_line force row level security;
create policy read_audit on audit_line for select using (current_setting('bedel.scope', true) = 'all');
create policy append_audit on audit_line for insert with check (current_setting('bedel.scope', true) in ('all', 'own', 'regulator'));

-- Tables of the system: only transactions of the system itself.
do $$
declare
  internal text;
begin
  foreach internal in array array['outbox', 'timer', 'step_lease', 'step_result', 'oidc_model', 'signing_key', 'live_ticket', 'demonstration'] loop
    execute format('alter table %I enable row level security', internal);
    execute format('alter table %I force row level security', internal);
  end loop;
end $$;
create policy enqueue on outbox for insert with check (current_setting('bedel.scope', true) in ('all', 'own', 'regulator'));
create policy read_outbox on outbox for select using (current_setting('bedel.scope', true) = 'all');
create policy settle on outbox for update using (current_setting('bedel.scope', true) = 'all');
create policy sweep on outbox for delete using (current_setting('bedel.scope', true) = 'all');
create policy system_only on timer using (current_setting('bedel.scope', true) = 'all');
create policy system_only on step_lease using (current_setting('bedel.scope', true) = 'all');
create policy system_only on step_result using (current_setting('bedel.scope', true) = 'all');
create policy system_only on oidc_model using (current_setting('bedel.scope', true) = 'all');
create policy system_only on signing_key using (current_setting('bedel.scope', true) = 'all');
create policy system_only on live_ticket using (current_setting('bedel.scope', true) = 'all');
create policy read_demonstration on demonstration for select using (true);
create policy write_demonstration on demonstration using (current_setting('bedel.scope', true) = 'all');
