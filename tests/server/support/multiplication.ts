const columns =
  'collection_id, inst_id, mode, status_id, version, file_name, has_stored_file, created_utc, uploaded_utc, uploaded_by, specification_id'

/**
 * SQL for the owner of a database that holds one submission with a real history: the same again and again, its events
 * spread over time, until there are `count` of them. What the inspector says of many is asked of these.
 */
export const multiplication = (count: number): string => `
  with first as (select * from submission order by created_utc limit 1)
  insert into submission (id, is_latest, ${columns})
    select gen_random_uuid(), false, ${columns} from first, generate_series(2, ${count});
  insert into submission_event (submission_id, inst_id, sequence, event, from_status_id, to_status_id, actor, payload,
      facts, occurred_utc, detail)
    select s.id, e.inst_id, e.sequence, e.event, e.from_status_id, e.to_status_id, e.actor, e.payload, e.facts,
      e.occurred_utc + e.sequence * random() * interval '1 second', e.detail
    from submission_event e, submission s
    where not exists (select 1 from submission_event own where own.submission_id = s.id);
  analyze submission; analyze submission_event`
