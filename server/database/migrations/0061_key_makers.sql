-- Runs beside releases from 0016_support_contact on.
select set_config('bedel.scope', 'all', true);

-- Who made the key, so that the person neither approves nor signs off what was sent by it. A key that a process of an earlier
-- release makes beside this one has its maker in its first event only.
alter table api_key add column made_by_id text;
update api_key k set made_by_id = coalesce(
  (select e.actor ->> 'userId' from api_key_event e where e.api_key_id = k.id and e.event = 'MAKE'),
  (select l.actor_id from audit_line l
    where l.action = 'API_KEY_MAKE' and l.subject = k.prefix and l.outcome = 'done' order by l.id limit 1));
