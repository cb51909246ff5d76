-- Runs beside releases from 0010_reminders on.

-- A returned form may be refused; the provider then returns another (decisions §15).
alter table signed_form add column refused_utc timestamptz, add column refusal_note text;

-- Whether the agency's approvals of one submission need two people. New collections do.
alter table collection add column approvers_differ boolean not null default false;

-- Who gave the last approval is read with the facts of every submission.
create index submission_event_approval on submission_event (submission_id, sequence desc) where event = 'APPROVE';
