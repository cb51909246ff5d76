-- Breaking: processes of the release before write to tables that are gone. Stop them before this release starts.
-- Effects and deadlines are jobs of the queue (schema pgboss) now, sent by the transaction that decides on them.
-- The owner reads and writes the rows of all.
select set_config('bedel.scope', 'all', true);

-- What the release before has left to do. The first start of this one makes jobs of it.
create table handover (
  id bigint generated always as identity primary key,
  kind text not null,
  submission_id uuid not null references submission (id),
  stage text,
  due_utc timestamptz not null
);
insert into handover (kind, submission_id, stage, due_utc)
  select kind, submission_id, payload ->> 'step', due_utc from outbox
  where done_utc is null and submission_id is not null order by due_utc, id;
insert into handover (kind, submission_id, due_utc) select kind, submission_id, due_utc from timer order by due_utc;
alter table handover enable row level security;
alter table handover force row level security;
create policy system_only on handover using (current_setting('bedel.scope', true) = 'all');

-- The effects that an event asked for, each with its idempotency key: what the inspector shows as work.
alter table submission_event add column effects jsonb not null default '[]';
update submission_event e set effects = work.effects
  from (
    select submission_id, created_utc, jsonb_agg(payload || jsonb_build_object('key', 'outbox/' || id) order by id) as effects
    from outbox group by submission_id, created_utc
  ) work
  where work.submission_id = e.submission_id and work.created_utc = e.occurred_utc;

drop table outbox;
drop table timer;

alter table step_lease rename to stage_lease;
alter table stage_lease rename column step to stage;
alter table stage_lease rename column fence to fencing_token;
alter table stage_lease drop column attempts;

alter table step_taking rename to stage_attempt;
alter table stage_attempt rename column step to stage;
alter table stage_attempt rename column fence to fencing_token;
alter table stage_attempt rename column taken_utc to started_utc;

alter table step_result rename to stage_result;
alter table stage_result rename column step to stage;
alter table stage_result rename column fence to fencing_token;
