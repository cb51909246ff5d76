-- Rights that the installation itself gives to a person of the issuer, beside those that the issuer's tokens name: for the
-- first administrator of an empty installation, and for issuers that know nothing of organisations.
create table granted_role (
  subject text not null,
  organisation_id text not null references organisation (id),
  roles text[] not null check (cardinality(roles) > 0),
  granted_utc timestamptz not null default now(),
  primary key (subject, organisation_id)
);
alter table granted_role enable row level security;
alter table granted_role force row level security;
create policy system_only on granted_role using (current_setting('bedel.scope', true) = 'all');

-- Whether the provider may award degrees, as the register of providers says (decisions §10).
alter table provider add column awarding_powers boolean not null default false;
