-- The foundation, part 8 of 8: who sees which rows.
-- Each transaction says for whom it works:
--   set_config('bedel.organisation', <organisation id>, true), set_config('bedel.scope', 'own' | 'regulator' | 'all', true)
-- The scope is 'all' for the agency and the system. Without these settings a query of a protected table returns no row.

-- PostgreSQL inlines a SQL function, which makes it ten times faster, only if it contains no subquery. may_see is asked for each row
-- of a provider or a regulator, so the subquery is in a function of its own.
create function regulator_sees(institution text) returns boolean
language sql stable
as $$
  select exists (
    select 1 from provider p
    join regulator_country c on c.country_code = p.country_code
    where p.inst_id = institution and c.regulator_code = current_setting('bedel.organisation', true)
  )
$$;

create function may_see(institution text) returns boolean
language sql stable
as $$
  select case current_setting('bedel.scope', true)
    when 'all' then true
    when 'own' then institution = current_setting('bedel.organisation', true)
    when 'regulator' then regulator_sees(institution)
    else false
  end
$$;

-- Policies also apply to the owner of the tables. Tables that are not listed have none: they hold nothing of one provider (organisations,
-- collections, specifications), or only names of objects in the store (file_key, announced_file, left_file), which are read without a
-- transaction.
do $$
declare
  protected text;
begin
  foreach protected in array array[
    'activity_log', 'api_key', 'artefact', 'audit_checkpoint', 'audit_leaf', 'audit_line', 'audit_node', 'audit_pending', 'chart_event',
    'collection_told', 'cost_centre', 'cost_centre_file', 'deadline_reminder', 'delivery', 'delivery_configuration', 'delivery_download',
    'delivery_partition', 'delivery_submission', 'demonstration', 'explanation_file', 'granted_role', 'impact_row', 'issue',
    'issue_attachment', 'issue_comment', 'job', 'job_output', 'job_row', 'known_engagement', 'live_message', 'live_sequence',
    'live_ticket', 'mail', 'mail_wish', 'notice', 'notice_read', 'oidc_model', 'part_upload', 'person', 'provider_contact',
    'provider_event', 'provider_note', 'pseudonymisation', 'quality_report', 'quality_rule_result', 'register_provider', 'report',
    'schema_finding', 'sign_in', 'signed_form', 'signing_key', 'stage_attempt', 'stage_lease', 'stage_result', 'stored_part',
    'submission', 'submission_event', 'tolerance_override', 'tracker_poll', 'transfer_consent', 'transfer_out', 'webhook_delivery',
    'webhook_endpoint', 'workbook'
  ] loop
    execute format('alter table %I enable row level security', protected);
    execute format('alter table %I force row level security', protected);
  end loop;
end $$;

-- Rows of a provider: seen and written for the provider, its regulators and the agency. A subquery asks for the scope once for each
-- statement, and the function is called only if the scope does not decide: for hundreds of thousands of rows the calls would take most
-- of the time.
do $$
declare
  tenant text;
begin
  foreach tenant in array array[
    'submission', 'submission_event', 'activity_log', 'part_upload', 'stored_part', 'signed_form', 'workbook', 'explanation_file',
    'schema_finding', 'quality_rule_result', 'quality_report', 'report', 'live_message', 'live_sequence', 'chart_event',
    'issue', 'issue_comment', 'issue_attachment', 'tolerance_override', 'provider_note'
  ] loop
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all'' or may_see(inst_id))
      with check (may_see(inst_id))', tenant);
  end loop;
end $$;

create policy tenant on cost_centre using ((select current_setting('bedel.scope', true)) = 'all' or may_see(inst_id));

-- Both providers read a consent; only the receiver, and the system for it, writes it.
create policy tenant on transfer_consent
  using ((select current_setting('bedel.scope', true)) = 'all' or may_see(sender_inst_id) or may_see(receiver_inst_id))
  with check (may_see(receiver_inst_id));

-- The students who leave a provider are in its record. Besides those who see its records, the receiver reads them after it has consented;
-- a regulator of the receiver alone does not, as it reads nothing else of the sender (decisions §12, specification 1 §6).
create policy tenant on transfer_out
  using (
    (select current_setting('bedel.scope', true)) = 'all'
    or may_see(inst_id)
    or exists (
      select 1 from transfer_consent c join provider p on p.inst_id = c.receiver_inst_id
      where c.collection_id = transfer_out.collection_id and c.sender_inst_id = transfer_out.inst_id
        and p.ukprn = transfer_out.destination_ukprn
        and current_setting('bedel.scope', true) = 'own'
        and c.receiver_inst_id = current_setting('bedel.organisation', true)
    )
  )
  with check ((select current_setting('bedel.scope', true)) = 'all');

-- Keys and webhooks of a provider: nothing for a regulator.
do $$
declare
  own text;
begin
  foreach own in array array['api_key', 'webhook_endpoint', 'webhook_delivery'] loop
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all''
      or ((select current_setting(''bedel.scope'', true)) = ''own'' and inst_id = (select current_setting(''bedel.organisation'', true))))', own);
  end loop;
end $$;

-- Rows of any organisation.
do $$
declare
  addressed text;
begin
  foreach addressed in array array['notice', 'notice_read'] loop
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all''
      or organisation_id = (select current_setting(''bedel.organisation'', true)))', addressed);
  end loop;
  foreach addressed in array array['delivery', 'delivery_download'] loop
    execute format('create policy tenant on %I using ((select current_setting(''bedel.scope'', true)) = ''all''
      or customer_id = (select current_setting(''bedel.organisation'', true)))', addressed);
  end loop;
end $$;

-- Rows for the agency's staff (agency), and for the system's own transactions (system_only).
do $$
declare
  internal text;
begin
  foreach internal in array array[
    'job', 'job_row', 'job_output', 'impact_row', 'pseudonymisation', 'delivery_configuration', 'delivery_submission', 'delivery_partition',
    'cost_centre_file', 'register_provider', 'provider_contact', 'provider_event'
  ] loop
    execute format('create policy agency on %I using ((select current_setting(''bedel.scope'', true)) = ''all'')', internal);
  end loop;
  foreach internal in array array[
    'person', 'granted_role', 'sign_in', 'oidc_model', 'signing_key', 'live_ticket', 'mail_wish', 'mail', 'collection_told',
    'deadline_reminder', 'tracker_poll', 'artefact', 'stage_lease', 'stage_attempt', 'stage_result', 'known_engagement'
  ] loop
    execute format('create policy system_only on %I using ((select current_setting(''bedel.scope'', true)) = ''all'')', internal);
  end loop;
end $$;

-- Pages without a sign-in show the progress of the demonstration.
create policy read_demonstration on demonstration for select using (true);
create policy write_demonstration on demonstration using ((select current_setting('bedel.scope', true)) = 'all');

-- Everybody appends to the audit; only those who see everything read it, and the system seals it.
create policy append_audit on audit_line for insert with check ((select current_setting('bedel.scope', true)) in ('all', 'own', 'regulator'));
create policy read_audit on audit_line for select using ((select current_setting('bedel.scope', true)) = 'all');
create policy append_pending on audit_pending for insert with check ((select current_setting('bedel.scope', true)) in ('all', 'own', 'regulator'));
create policy read_pending on audit_pending for select using ((select current_setting('bedel.scope', true)) = 'all');
create policy seal_pending on audit_pending for delete using ((select current_setting('bedel.scope', true)) = 'all');
do $$
declare
  sealed text;
begin
  foreach sealed in array array['audit_leaf', 'audit_node', 'audit_checkpoint'] loop
    execute format('create policy read_sealed on %I for select using ((select current_setting(''bedel.scope'', true)) = ''all'')', sealed);
    execute format('create policy append_sealed on %I for insert with check ((select current_setting(''bedel.scope'', true)) = ''all'')', sealed);
  end loop;
end $$;
