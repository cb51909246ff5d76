-- Runs beside releases from 0016_register_contacts on.

-- Why submissions are paused (decisions §15); null while they are not.
alter table collection add column pause_reason text;
-- Days, London time, on which a job gives the collection its next state (decisions §16), and who decided it. `schedule_refusal` is why
-- the job cannot yet, a message as JSON.
alter table collection add column validation_on date;
alter table collection add column opens_on date;
alter table collection add column closes_on date;
alter table collection add column scheduled_by jsonb;
alter table collection add column schedule_refusal text;
