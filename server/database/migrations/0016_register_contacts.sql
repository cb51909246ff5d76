-- Runs beside releases from 0010_reminders on.

-- The contacts that a register names for a provider that was not added yet. They become its own when it is added.
alter table register_provider add column contacts jsonb not null default '[]';
