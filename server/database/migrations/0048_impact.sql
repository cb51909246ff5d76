-- Runs beside releases from 0016_support_contact on.

-- Of a job that finds out what a specification would change: that specification.
alter table job add column specification_id integer references specification (id);
create index job_of_specification on job (specification_id, created_utc desc) where specification_id is not null;

-- What it would change for one provider: the results that would be others, and rules that cannot be run. Seen by the agency alone.
create table impact_row (
  job_id uuid not null references job (id),
  inst_id text not null references provider (inst_id),
  findings jsonb not null,
  primary key (job_id, inst_id)
);
alter table impact_row enable row level security;
alter table impact_row force row level security;
create policy agency on impact_row using ((select current_setting('bedel.scope', true)) = 'all');
