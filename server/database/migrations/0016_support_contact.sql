-- Whom a provider asks about a collection: an e-mail address or an https address (decisions §10).
alter table collection add column support_contact text;
