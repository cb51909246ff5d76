-- Runs beside releases from 0016_support_contact on.

-- What a scope sees is asked for each row of a list, and by the policies for each row of a provider's or a regulator's. PostgreSQL
-- puts a function of SQL in place of its call, which takes a tenth of the time, only where no subquery stands in it: that of
-- regulators is a function of its own.
create function regulator_sees(institution text) returns boolean
language sql stable
as $$
  select exists (
    select 1 from provider p
    join regulator_country c on c.country_code = p.country_code
    where p.inst_id = institution and c.regulator_code = current_setting('bedel.organisation', true)
  )
$$;

create or replace function may_see(institution text) returns boolean
language sql stable
as $$
  select case current_setting('bedel.scope', true)
    when 'all' then true
    when 'own' then institution = current_setting('bedel.organisation', true)
    when 'regulator' then regulator_sees(institution)
    else false
  end
$$;
