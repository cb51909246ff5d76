-- Engagements of signed-off records, by a number that stands for student and engagement: whom a file is held against that may
-- be another provider's (reference §7.1). Nobody can be told from the number.
create table known_engagement (
  key bigint not null,
  inst_id text not null references provider (inst_id),
  primary key (key, inst_id)
);
alter table known_engagement enable row level security;
alter table known_engagement force row level security;
create policy system_only on known_engagement using (current_setting('bedel.scope', true) = 'all');
