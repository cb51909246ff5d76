-- The foundation, part 3 of 8: submissions, their files and stages, and the results of processing.

create table submission (
  id uuid primary key,
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  mode text not null check (mode in ('live', 'ovt')),
  status_id integer not null,
  -- Incremented by each event. An update names the version that it read, so that of two simultaneous ones only one succeeds.
  version integer not null default 1,
  is_latest boolean not null default false,
  -- The submission whose file this one has.
  copied_from uuid references submission (id),
  -- The specification of its last processing: all stages use the same, even if the collection changes its own in between.
  specification_id integer references specification (id),

  file_name text not null,
  file_size bigint,
  file_hash text,
  object_key text,
  has_stored_file boolean not null default false,
  created_utc timestamptz not null,
  upload_expires_utc timestamptz,
  uploaded_utc timestamptz,
  uploaded_by text not null,
  -- Who uploaded the file and who submitted it: they may neither approve nor sign off. A copy has the uploader of its file.
  uploader_id text,
  -- Other organisations see this organisation in place of the person (decisions §12).
  uploader_organisation_id text references organisation (id),
  submitter_id text,

  progress jsonb,
  student_count integer,
  failure_reason text,
  error_file_key text,
  failures_file_key text,
  tsv_delivery_location text,
  content_discarded_utc timestamptz
);
create unique index one_latest on submission (collection_id, inst_id, mode) where is_latest;
create unique index one_upload on submission (collection_id, inst_id, mode) where status_id = 1;
create index submission_by_provider on submission (inst_id, collection_id, mode, created_utc desc);
create index submission_by_collection on submission (collection_id, mode) where is_latest;
create index submission_by_hash on submission (file_hash);
-- Every page that names a collection counts its submissions, and Monitoring reads those before the latest: an index-only scan of that
-- collection.
create index submission_in_collection on submission (collection_id, mode) include (inst_id, status_id);

-- Every lifecycle event, in order: the inspector replays them, and the conformance check compares them with the chart.
create table submission_event (
  submission_id uuid not null references submission (id),
  inst_id text not null,
  sequence integer not null,
  event text not null,
  from_status_id integer not null,
  to_status_id integer not null,
  actor jsonb not null,
  -- The event's own data, and the facts that the guards read: together they allow the decision to be repeated.
  payload jsonb not null default '{}',
  facts jsonb not null,
  -- The effects of the event, each with its idempotency key: the inspector shows them as work.
  effects jsonb not null default '[]',
  detail jsonb not null default '{}',
  occurred_utc timestamptz not null,
  primary key (submission_id, sequence)
);
-- Overviews read these of hundreds of submissions at once. Each index covers a small part of a table that grows with every upload.
create index submission_event_nil_return on submission_event (submission_id) where event = 'NIL_RETURN_CREATED';
create index submission_event_errored on submission_event (event) where event like '%\_ERRORED';
-- Since when a submission has had its status: one event of about twenty, without reading the others.
create index submission_event_by_status on submission_event (submission_id, to_status_id)
  include (from_status_id, occurred_utc, inst_id);

-- What users read as the history of a submission or a collection.
create table activity_log (
  id bigint generated always as identity primary key,
  collection_id text not null references collection (id),
  inst_id text not null references provider (inst_id),
  submission_id uuid references submission (id),
  type_id integer not null,
  created_utc timestamptz not null,
  username text not null,
  -- The organisation that the person acted for: other organisations see it in place of the person (decisions §12).
  organisation_id text references organisation (id),
  filename text,
  is_anonymised boolean not null default false,
  detail jsonb not null default '{}'
);
create index activity_by_collection on activity_log (collection_id, id desc);
create index activity_by_submission on activity_log (submission_id, type_id);

-- Files --------------------------------------------------------------------------------------------------------------

-- Key of each object in the store, wrapped by a master key of KEYS_DIR, without which it is useless. Once the row is deleted,
-- nobody can read the object again.
create table file_key (
  object_key text primary key,
  -- The master key that wrapped it.
  master text not null,
  wrapped bytea not null,
  created_utc timestamptz not null default now()
);
create index file_key_by_master on file_key (master);

-- Size and hash that senders announced of files that they post straight to S3, by the key of the post: only such a file is sealed.
create table announced_file (
  object_key text not null,
  -- Null if the sender did not announce it.
  bytes bigint,
  sha256 text,
  announced_utc timestamptz not null default now(),
  -- What the store returned instead, and since when it has always returned exactly that: it has kept a file that was not sent.
  other_sha256 text,
  other_since_utc timestamptz,
  unique nulls not distinct (object_key, bytes, sha256)
);

-- Objects that an S3 store still has after it was asked to remove them: asked again every minute, and reported to operators.
create table left_file (
  object_key text primary key,
  failures integer not null default 1,
  since_utc timestamptz not null default now()
);

-- A file that is sent in parts, until the parts are joined or the upload is given up. Its parts are objects in the store.
create table part_upload (
  submission_id uuid primary key references submission (id),
  inst_id text not null references provider (inst_id),
  -- Announced size of the file, and size of each part but the last.
  bytes bigint not null check (bytes > 0),
  part_bytes int not null check (part_bytes > 0),
  begun_utc timestamptz not null
);
-- A part that is stored completely.
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

-- The parts of a submission's analysis, each in the object store. A missing part is made again from the stored file.
create table artefact (
  submission_id uuid not null references submission (id) on delete cascade,
  part text not null check (part in ('records', 'derived', 'failures')),
  -- Key and hash of its manifest: only files of this manifest belong to the part.
  key text not null,
  sha256 text not null,
  -- All its files together.
  bytes bigint not null,
  primary key (submission_id, part)
);

-- Signed copies of sign-off forms. A form is announced, then posted to the store, then returned; only returned ones are shown. All of
-- them are kept, and the last one counts.
create table signed_form (
  id uuid primary key,
  -- The order in which they were announced.
  ordinal bigint not null generated always as identity,
  submission_id uuid not null references submission (id) on delete cascade,
  inst_id text not null references provider (inst_id),
  file_name text not null,
  file_size bigint,
  object_key text,
  uploader_id text not null,
  uploaded_by text not null,
  uploader_organisation_id text references organisation (id),
  created_utc timestamptz not null,
  -- Null until the file has arrived and was returned.
  returned_utc timestamptz,
  -- If it was signed in the portal: the name as typed, the sign-in on which the signature relies, and the SHA-256 of the form.
  signed_name text,
  authenticated_utc timestamptz,
  form_hash text
);
create index signed_form_by_submission on signed_form (submission_id, ordinal desc);
create index signed_form_announced on signed_form (created_utc) where returned_utc is null;
-- One sign-in signs one form.
create unique index signed_form_by_authentication on signed_form (uploader_id, authenticated_utc)
  where authenticated_utc is not null and returned_utc is not null;

-- Workbooks of failing records that somebody has asked for. Readers with the same rights share one.
create table workbook (
  submission_id uuid not null references submission (id),
  inst_id text not null references provider (inst_id),
  -- The field by whose values the records are split into workbooks; empty for one workbook of all records.
  field text not null,
  -- Whether it contains special category data.
  is_whole boolean not null,
  -- The regulator whose rules it is limited to; empty for all rules.
  regulator text not null,
  requested_utc timestamptz not null,
  -- Rows written, and rows in total.
  done bigint not null default 0,
  total bigint,
  made_utc timestamptz,
  size bigint,
  -- Why it was given up.
  fault text,
  primary key (submission_id, field, is_whole, regulator)
);

-- Stages -------------------------------------------------------------------------------------------------------------

-- The worker that has a stage. Each attempt gets a higher fencing token, and a result with an older token is refused.
create table stage_lease (
  submission_id uuid not null references submission (id),
  stage text not null,
  fencing_token bigint not null,
  worker text not null,
  taken_utc timestamptz not null,
  primary key (submission_id, stage)
);
-- Every attempt at a stage: by which worker, when, and what failed if the system was at fault.
create table stage_attempt (
  submission_id uuid not null references submission (id),
  stage text not null,
  fencing_token bigint not null,
  worker text not null,
  started_utc timestamptz not null,
  fault text,
  faulted_utc timestamptz,
  primary key (submission_id, stage, fencing_token)
);
create table stage_result (
  submission_id uuid not null references submission (id),
  stage text not null,
  fencing_token bigint not null,
  outcome text not null,
  detail jsonb not null default '{}',
  completed_utc timestamptz not null,
  primary key (submission_id, stage)
);

-- Results ------------------------------------------------------------------------------------------------------------

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
  -- The complete result of the analysis: regulators, tolerances, specialist rows, guidance.
  result jsonb not null,
  primary key (submission_id, code)
);
-- Overviews ask of hundreds of submissions at once which rules fail, and which are outside tolerance or prevent a submit.
create index quality_rule_result_failed on quality_rule_result (submission_id) where failure_count > 0 or outside;
create index quality_rule_result_outside on quality_rule_result (submission_id) include (operational, code, inst_id)
  where outside;

-- The results of a submission's rules in the form of its quality report, which is read whole and far more often than it is written.
-- To join some two hundred rows took longer than the rest of a report. quality_rule_result is the source; triggers copy it here,
-- whoever writes it.
create table quality_report (
  submission_id uuid primary key references submission (id),
  inst_id text not null,
  -- Every rule in the order of the ruleset, each with its rows, without the texts that only the page of a rule has.
  rules json not null,
  -- By rule code, how many records fail or the change in percent that the rule measures: its trend is made of these.
  failed json not null
);

create function write_quality_report(of_submissions uuid[]) returns void language sql as $$
  delete from quality_report where submission_id = any(of_submissions);
  insert into quality_report (submission_id, inst_id, rules, failed)
    select submission_id, inst_id,
      json_agg(json_build_object('code', code, 'ordinal', ordinal, 'outside', outside, 'operational', operational, 'rows',
        (select coalesce(json_agg(each.result - 'description' order by each.place), '[]')
          from jsonb_array_elements(r.result -> 'rows') with ordinality as each (result, place))) order by ordinal),
      json_object_agg(code, coalesce((result #>> '{rows,0,measuredPercent}')::float8, failure_count::float8))
    from quality_rule_result r where submission_id = any(of_submissions) group by submission_id, inst_id;
$$;

create function follow_quality_results() returns trigger language plpgsql as $$
begin
  perform write_quality_report(array(select distinct submission_id from changed));
  return null;
end $$;
create trigger report_follows_insert after insert on quality_rule_result
  referencing new table as changed for each statement execute function follow_quality_results();
create trigger report_follows_update after update on quality_rule_result
  referencing new table as changed for each statement execute function follow_quality_results();
create trigger report_follows_delete after delete on quality_rule_result
  referencing old table as changed for each statement execute function follow_quality_results();

-- Reports, and the figures with which next year's reports compare.
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

-- Engagements of signed-off records of all providers, by a number made of student and engagement, which identifies nobody: a file
-- is compared with them (reference §7.1).
create table known_engagement (
  key bigint not null,
  inst_id text not null references provider (inst_id),
  primary key (key, inst_id)
);

-- Research students who transfer between providers -------------------------------------------------------------------

-- Students who have left for another provider according to a submission. The receiver's submission is compared with them.
create table transfer_out (
  submission_id uuid not null references submission (id) on delete cascade,
  -- Repeated from the submission, which the receiver cannot read.
  collection_id text not null references collection (id),
  inst_id text not null,
  sid text not null,
  numhus text not null,
  destination_ukprn text not null,
  primary key (submission_id, sid, numhus)
);
create index transfer_by_destination on transfer_out (destination_ukprn);

-- A provider's consent to receive the research students whom another provider of the collection transfers to it. It belongs to the
-- two providers, not to a submission: the sender's next upload has it too.
create table transfer_consent (
  collection_id text not null references collection (id),
  sender_inst_id text not null references provider (inst_id),
  receiver_inst_id text not null references provider (inst_id),
  given_utc timestamptz not null,
  given_by text not null,
  primary key (collection_id, sender_inst_id, receiver_inst_id)
);
create index transfer_consent_by_receiver on transfer_consent (receiver_inst_id, collection_id);
