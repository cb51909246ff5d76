-- The foundation, part 1 of 8: organisations, and the people who sign in for them.
--
-- The foundation makes the tables of the platform. Written for PostgreSQL 15 and later, forward only. A later release adds
-- migrations behind it and never edits it.
-- Two roles use the tables. Their owner migrates. The application connects as another role, which owns nothing, is no superuser and
-- cannot bypass row-level security (0008_row_level_security.sql); `grant` in ../migrate.ts gives that role its rights.

-- The oldest release that can run on the database after a migration, by the name of that release's last migration. The first line
-- of the migration says it; without a row here no release runs that does not know the migration.
create table release_beside (
  migration text primary key,
  oldest text not null
);

-- Organisations ------------------------------------------------------------------------------------------------------

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

-- The countries whose providers a regulator may see.
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
  -- Whether the provider may award degrees, according to the register (decisions §10).
  awarding_powers boolean not null default false,
  updated_utc timestamptz not null default now()
);

-- The people at a provider whom the agency writes to or calls, in the order of the list.
create table provider_contact (
  inst_id text not null references provider (inst_id),
  ordinal integer not null,
  name text not null,
  role text not null,
  email text not null,
  phone text not null,
  primary key (inst_id, ordinal)
);

-- Changes of a provider: what, by whom, when.
create table provider_event (
  inst_id text not null references provider (inst_id),
  sequence integer not null,
  event text not null,
  changes jsonb not null,
  actor jsonb not null,
  occurred_utc timestamptz not null,
  primary key (inst_id, sequence)
);

-- The register of providers, as last imported (decisions §10). A provider takes part only after the agency has admitted it.
create table register_provider (
  inst_id text primary key,
  ukprn text not null,
  name text not null,
  published_name text not null,
  country_code text not null check (country_code in ('E', 'W', 'S', 'N')),
  region text not null,
  regulator_code text not null references regulator (code),
  risk_code text not null,
  awarding_powers boolean not null,
  imported_utc timestamptz not null
);

-- People and sign-ins ------------------------------------------------------------------------------------------------

-- Last known by the identity service about a person, and when it said so.
create table person (
  user_id text primary key,
  name text,
  email text,
  organisations jsonb not null,
  said_utc timestamptz not null
);

-- Roles that the installation grants to a person, in addition to those in the issuer's tokens: for the first administrator of an
-- empty installation, and for issuers that know nothing of organisations.
create table granted_role (
  subject text not null,
  organisation_id text not null references organisation (id),
  roles text[] not null check (cardinality(roles) > 0),
  granted_utc timestamptz not null default now(),
  primary key (subject, organisation_id)
);

-- Each sign-in at the identity service. A sign-out ends it for every token that was issued from it.
create table sign_in (
  id text primary key,
  user_id text not null,
  -- When the person last proved to the identity service who they are.
  authenticated_utc timestamptz,
  -- End of the newest identity token that was exchanged.
  good_until_utc timestamptz not null,
  ended_utc timestamptz,
  -- By the issuer's clock, the time from which an ended sign-in counts again: its person has proved again who they are, in a session of
  -- the issuer that went on. Null if not, and null again as soon as the sign-in ends once more.
  began_again_utc timestamptz
);

-- Asked with every call, so one statement answers both: whether the sign-in is valid, and which roles its person has for one
-- organisation. The function sets the scope and resets it itself: `set` on a function would need a superuser as the owner.
create function signed_in(of_sign_in text, of_user text, of_organisation text)
returns table (ended_utc timestamptz, began_again_utc timestamptz, organisations jsonb, granted jsonb, type text,
  is_primary_regulator boolean)
language plpgsql
as $$
declare
  scope_before text := coalesce(current_setting('bedel.scope', true), '');
begin
  perform set_config('bedel.scope', 'all', true);
  return query
    select s.ended_utc, s.began_again_utc, p.organisations,
      coalesce(
        (select jsonb_agg(jsonb_build_object('id', g.organisation_id, 'type', n.type, 'roles', g.roles))
          from granted_role g join organisation n on n.id = g.organisation_id where g.subject = of_user),
        '[]'::jsonb),
      o.type, coalesce(r.type_code = '01', false)
    from sign_in s
    join person p on p.user_id = s.user_id
    left join organisation o on o.id = of_organisation
    left join regulator r on r.code = o.id and o.type = 'statutory_customer'
    where s.id = of_sign_in and s.user_id = of_user;
  perform set_config('bedel.scope', scope_before, true);
end $$;

-- Storage of the embedded identity provider (node-oidc-provider).
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

-- Progress of the demonstration's set-up; at most one row.
create table demonstration (
  id integer primary key default 1 check (id = 1),
  state text not null,
  done integer not null default 0,
  total integer not null default 0,
  message text not null default ''
);
