-- Processes of the release before can run on: what they do not know, they leave alone.
-- The owner reads and writes the rows of all.
select set_config('bedel.scope', 'all', true);

-- Who uploaded the file and who submitted it: they neither approve nor sign off. A copy has the uploader of its file.
alter table submission add column uploader_id text;
alter table submission add column submitter_id text;
with recursive origin (id, source) as (
  select id, id from submission where copied_from is null
  union all
  select s.id, o.source from submission s join origin o on s.copied_from = o.id
)
update submission s set uploader_id = e.actor ->> 'userId'
  from origin o
  join submission_event e on e.submission_id = o.source and e.event = 'UPLOAD_REQUESTED'
  where o.id = s.id;
update submission s set submitter_id = e.actor ->> 'userId'
  from submission_event e where e.submission_id = s.id and e.event = 'SUBMIT';

-- What a worker does is called a stage everywhere. The keys of effects stay: they name what was applied.
update submission_event set effects = (
    select jsonb_agg(
      case when effect ->> 'type' = 'enqueueStep'
        then (effect - 'step') || jsonb_build_object('type', 'enqueueStage', 'stage', effect ->> 'step')
        else effect end
      order by at)
    from jsonb_array_elements(effects) with ordinality as listed (effect, at))
  where effects @> '[{"type": "enqueueStep"}]';
update handover set kind = 'enqueueStage' where kind = 'enqueueStep';
update submission set progress = (progress - 'step') || jsonb_build_object('stage', progress ->> 'step')
  where progress ? 'step';
