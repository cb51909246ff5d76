-- Runs beside releases from 0010_reminders on.

-- Students of a submission who, as it says, came from another provider (CollaborativeProvision), by that provider's identifiers. A
-- receiver sees whether its file returns those it agreed to.
create table transfer_in (
  submission_id uuid not null references submission (id) on delete cascade,
  -- Repeated from the submission, for the policy.
  inst_id text not null,
  partner_ukprn text not null,
  sid text not null,
  numhus text not null,
  primary key (submission_id, partner_ukprn, sid, numhus)
);
alter table transfer_in enable row level security;
alter table transfer_in force row level security;
create policy tenant on transfer_in
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id))
  with check ((select current_setting('bedel.scope', true)) = 'all');
