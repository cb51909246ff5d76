-- Processes of the release before can run on: what they write names no organisation, and no person is read from it.
-- The owner reads and writes the rows of all.
select set_config('bedel.scope', 'all', true);

-- The organisation that somebody acted for: others read it in the place of the person (decisions §12).
alter table activity_log add column organisation_id text references organisation (id);
alter table submission add column uploader_organisation_id text references organisation (id);

-- A copy has the uploader of its file.
with recursive origin (id, source) as (
  select id, id from submission where copied_from is null
  union all
  select s.id, o.source from submission s join origin o on s.copied_from = o.id
)
update submission s set uploader_organisation_id = w.id
  from origin o
  join submission_event e on e.submission_id = o.source and e.event in ('UPLOAD_REQUESTED', 'NIL_RETURN_CREATED')
  join organisation w on w.id = e.actor ->> 'organisationId'
  where o.id = s.id;

-- A decision and its line of the log were written at the same instant.
update activity_log a set organisation_id = w.id
  from submission_event e join organisation w on w.id = e.actor ->> 'organisationId'
  where e.submission_id = a.submission_id and e.occurred_utc = a.created_utc and e.actor ->> 'name' = a.username;
-- What the store reported stands under the name of the uploader.
update activity_log a set organisation_id = s.uploader_organisation_id
  from submission s where s.id = a.submission_id and a.organisation_id is null and a.username = s.uploaded_by;
-- Downloads are no decisions: a name that has acted for one organisation only.
update activity_log a set organisation_id = known.organisation_id
  from (
    select e.actor ->> 'name' as name, min(w.id) as organisation_id
    from submission_event e join organisation w on w.id = e.actor ->> 'organisationId'
    group by 1 having count(distinct w.id) = 1
  ) known
  where a.organisation_id is null and a.username = known.name;
