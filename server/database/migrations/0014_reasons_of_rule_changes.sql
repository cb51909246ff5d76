-- Runs beside releases from 0010_reminders on.

-- Why a tolerance or a text was changed, for whoever starts a new specification from this one; '' if nobody said.
alter table specification_rule add column reason text not null default '';
alter table specification_tolerance add column reason text not null default '';
