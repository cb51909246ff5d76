-- Runs beside releases from 0016_register_contacts on.

-- The most working days that a submission should stay in a status, as `src/domain/stayTargets.ts` writes them. Null without any.
alter table collection add column stay_targets text;
