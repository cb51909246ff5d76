-- Runs beside releases from 0016_support_contact on.

-- Since when a sign-in that has ended counts again, by the clock of the issuer: its person has shown anew who they are, within a
-- session of the issuer that went on. Null where it has not, and again as soon as it ends once more. For a release before this one
-- such a sign-in has ended.
alter table sign_in add column began_again_utc timestamptz;

drop function signed_in(text, text, text);
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
