-- Runs beside releases from 0016_register_contacts on.

-- Content of rulesets that are Drafts. A Draft can be replaced. Its content moves to published_content when the ruleset becomes
-- Available, and never changes from then on.
create table ruleset_draft (
  version text primary key references ruleset_version (version),
  content bytea not null,
  -- SHA-256 of the content, in hex digits: compared at each read.
  sha256 text not null,
  published_utc timestamptz not null
);
insert into ruleset_draft (version, content, sha256, published_utc)
  select p.version, p.content, p.sha256, p.published_utc from published_content p
  join ruleset_version r on r.version = p.version and r.state_id = 1
  where p.kind = 'ruleset';
delete from published_content p using ruleset_draft d where p.kind = 'ruleset' and p.version = d.version;
