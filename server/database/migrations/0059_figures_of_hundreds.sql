-- Runs beside releases from 0016_support_contact on.

-- Of hundreds of submissions at once it is asked which rules fail, which are outside tolerance or stand in the way of submitting,
-- and which are nil returns. Each is a small part of a table that grows with every upload; while an index is
-- made, writing of that table waits.
create index quality_rule_result_failed on quality_rule_result (submission_id) where failure_count > 0 or outside;
create index quality_rule_result_outside on quality_rule_result (submission_id) include (operational, code, inst_id)
  where outside;
create index submission_event_nil_return on submission_event (submission_id) where event = 'NIL_RETURN_CREATED';
-- Since when each stands at its status: one event of some twenty, without a look at the others.
create index submission_event_by_status on submission_event (submission_id, to_status_id)
  include (from_status_id, occurred_utc, inst_id);
