-- Runs beside releases from 0016_support_contact on.

-- Submissions of a collection are counted for every page that names it, and those before the latest ones are gone through for
-- Monitoring: without the rows of other seasons, and of their own without the table where it has not changed lately. While the
-- index is made, writing of the table waits.
create index submission_in_collection on submission (collection_id, mode) include (inst_id, status_id);
