-- The owner reads and writes the rows of all.
select set_config('bedel.scope', 'all', true);

-- The specification that a submission was last processed under: all of its steps use the same, whatever the collection is
-- given meanwhile.
alter table submission add column specification_id integer references specification (id);
update submission s set specification_id = c.specification_id from collection c
  where c.id = s.collection_id and exists (
    select 1 from submission_event e where e.submission_id = s.id and e.event = 'PROVISIONING_STARTED');

-- Every taking of a step: by whom, when, and what went wrong in it, if the system was at fault.
create table step_taking (
  submission_id uuid not null references submission (id),
  step text not null,
  fence bigint not null,
  worker text not null,
  taken_utc timestamptz not null,
  fault text,
  faulted_utc timestamptz,
  primary key (submission_id, step, fence)
);
insert into step_taking (submission_id, step, fence, worker, taken_utc)
  select submission_id, step, fence, worker, taken_utc from step_lease;
alter table step_taking enable row level security;
alter table step_taking force row level security;
create policy system_only on step_taking using (current_setting('bedel.scope', true) = 'all');

-- What the inspector asks about one submission.
create index audit_by_subject on audit_line (subject);
create index outbox_by_submission on outbox (submission_id);
create index live_message_by_submission on live_message ((payload ->> 'submissionId'));
