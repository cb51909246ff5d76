-- Runs beside releases from 0016_support_contact on.
select set_config('bedel.scope', 'all', true);

-- The results of a submission's rules as its quality report reads them: all at once, and far more often than they are written.
-- To put some two hundred rows together took longer than anything else of a report. The rows of quality_rule_result are what
-- counts; this follows them, also where a process of an earlier release writes.
create table quality_report (
  submission_id uuid primary key references submission (id),
  inst_id text not null,
  -- Every rule in the order of the ruleset, each with its rows, without the words that only the page of a rule has.
  rules json not null,
  -- By the code of each rule what failed of it, or the change in percent that it measures: what is told of a rule's way.
  failed json not null
);
alter table quality_report enable row level security;
alter table quality_report force row level security;
create policy tenant on quality_report
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id)) with check (may_see(inst_id));

create function write_quality_report(of_submissions uuid[]) returns void language sql as $$
  delete from quality_report where submission_id = any(of_submissions);
  insert into quality_report (submission_id, inst_id, rules, failed)
    select submission_id, inst_id,
      json_agg(json_build_object('code', code, 'ordinal', ordinal, 'outside', outside, 'operational', operational, 'rows',
        (select coalesce(json_agg(each.result - 'description' order by each.place), '[]')
          from jsonb_array_elements(r.result -> 'rows') with ordinality as each (result, place))) order by ordinal),
      json_object_agg(code, coalesce((result #>> '{rows,0,measuredPercent}')::float8, failure_count::float8))
    from quality_rule_result r where submission_id = any(of_submissions) group by submission_id, inst_id;
$$;

create function follow_quality_results() returns trigger language plpgsql as $$
begin
  perform write_quality_report(array(select distinct submission_id from changed));
  return null;
end $$;
create trigger report_follows_insert after insert on quality_rule_result
  referencing new table as changed for each statement execute function follow_quality_results();
create trigger report_follows_update after update on quality_rule_result
  referencing new table as changed for each statement execute function follow_quality_results();
create trigger report_follows_delete after delete on quality_rule_result
  referencing old table as changed for each statement execute function follow_quality_results();

select write_quality_report(array(select distinct submission_id from quality_rule_result));
