-- What a token says counts only as long as its sign-in lasts, and only for the roles that its person has.

-- Each sign-in at the identity service: who signs out ends it for every token that came of it.
create table sign_in (
  id text primary key,
  user_id text not null,
  -- End of the newest identity token that was exchanged.
  good_until_utc timestamptz not null,
  ended_utc timestamptz
);

-- What the identity service said last of the organisations that a person works for, and when.
create table person (
  user_id text primary key,
  organisations jsonb not null,
  said_utc timestamptz not null
);

-- The sign-in that a ticket came of; none for tickets of the release before.
alter table live_ticket add column sign_in_id text;

do $$
declare
  internal text;
begin
  foreach internal in array array['sign_in', 'person'] loop
    execute format('alter table %I enable row level security', internal);
    execute format('alter table %I force row level security', internal);
    execute format('create policy system_only on %I using (current_setting(''bedel.scope'', true) = ''all'')', internal);
  end loop;
end $$;

-- Asked with every call, so in one statement: whether the sign-in lasts, and what its person may act as for one organisation.
-- The scope is set within the function and put back: who owns the tables need not be a superuser, and only one may give a
-- function a setting of its own.
create function signed_in(of_sign_in text, of_user text, of_organisation text)
returns table (ended_utc timestamptz, organisations jsonb, granted jsonb, type text, is_primary_regulator boolean)
language plpgsql
as $$
declare
  scope_before text := coalesce(current_setting('bedel.scope', true), '');
begin
  perform set_config('bedel.scope', 'all', true);
  return query
    select s.ended_utc, p.organisations,
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
