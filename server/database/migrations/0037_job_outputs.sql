-- Runs beside releases from 0016_support_contact on.

-- What is to be made again by a job of the kind IRIS: a row for each output of a submission, in the order in which it is made.
-- A table of its own, and a queue of its own: an earlier release never takes up such a job.
create table job_output (
  -- Of the table job, which a later migration makes.
  job_id uuid not null,
  ordinal integer not null,
  inst_id text not null references provider (inst_id),
  submission_id uuid not null references submission (id),
  -- Key of the output within its report.
  output text not null,
  -- Status that the submission had when the job was asked for.
  status_id integer not null,
  state text not null,
  -- Why it could not be made, a message of the catalogue.
  reason text,
  settled_utc timestamptz,
  primary key (job_id, submission_id, output)
);
create index job_output_in_order on job_output (job_id, ordinal);
create index job_output_of_submission on job_output (submission_id, output);

alter table job_output enable row level security;
alter table job_output force row level security;
create policy agency on job_output using ((select current_setting('bedel.scope', true)) = 'all');
