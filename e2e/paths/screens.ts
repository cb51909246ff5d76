import type { AnyStateMachine, StateValueFrom } from 'xstate'
import type { StatusName } from '../../src/domain/status.ts'

type ParentIn<Value> = Value extends object ? keyof Value : never
type InnerLeafIn<Value> = Value extends object
  ? { [Key in keyof Value & string]: `${Key}.${LeafIn<NonNullable<Value[Key]>>}` }[keyof Value & string]
  : never
type LeafIn<Value> = Exclude<Extract<Value, string>, ParentIn<Value>> | InnerLeafIn<Value>

/** The leaf states of a chart as a path names them: whoever has a screen for each does not compile with a new one. */
export type StateOf<Machine extends AnyStateMachine> = LeafIn<StateValueFrom<Machine>>

/** What people see of a submission at a status; written down apart from what the portal makes it from. */
export interface Screen {
  label: string
  /**
   * The steps as letters, first to last: c completed, a current, E with a problem, - not to be started yet. Several where
   * what was before decides.
   */
  steps: readonly string[]
  /** Column "Awaiting action" of the monitoring page. */
  awaits: 'Provider' | 'System' | 'Bedel' | 'Statutory customer' | '--'
}

const screen = (label: string, steps: string, awaits: Screen['awaits']): Screen => ({
  label,
  steps: steps.split(' '),
  awaits,
})

/** The screens of every status (specification 2 §4.1, §4.2; decisions §3 "Awaiting party"). */
export const screens = {
  UNKNOWN: screen('Unknown', 'a-----', 'Provider'),
  UPLOADING: screen('Uploading', 'a-----', 'Provider'),
  UPLOADED: screen('Uploaded', 'ca----', 'System'),
  UPLOAD_ERROR: screen('Upload error', 'E-----', 'Provider'),
  PROVISIONING: screen('Provisioning', 'ca----', 'System'),
  PROVISIONING_ERROR: screen('Provisioning error', 'cE----', 'Bedel'),
  PROVISIONED: screen('Provisioned', 'ca----', 'System'),
  SCHEMA_CHECK: screen('Schema check', 'ca----', 'System'),
  SCHEMA_CHECK_FAILED: screen('Schema check failed', 'cE----', 'Provider'),
  SCHEMA_CHECK_ERROR: screen('Schema check error', 'cE----', 'Bedel'),
  SCHEMA_CHECK_PASSED: screen('Schema check passed', 'ca----', 'System'),
  RIGHT_TO_PROCESS: screen('Right to process check', 'ca----', 'System'),
  RIGHT_TO_PROCESS_FAILED: screen('Right to process check failed', 'cE----', 'Provider'),
  RIGHT_TO_PROCESS_ERROR: screen('Right to process check error', 'cE----', 'Bedel'),
  RIGHT_TO_PROCESS_PASSED: screen('Right to process check passed', 'ca----', 'System'),
  ENRICHMENT: screen('Enrichment', 'ca----', 'System'),
  ENRICHMENT_ERROR: screen('Enrichment error', 'cE----', 'Bedel'),
  ENRICHMENT_PASSED: screen('Enrichment performed', 'ca----', 'System'),
  SAVING_ENTITIES_ERROR: screen('Processing error', 'cE----', 'Bedel'),
  QUALITY_RULES: screen('Quality rules', 'ca----', 'System'),
  QUALITY_RULES_ERROR: screen('Quality rules error', 'cE----', 'Bedel'),
  QUALITY_RULES_PASSED: screen('Quality reports generated', 'ca----', 'System'),
  CREDIBILITY: screen('Credibility reports', 'ca----', 'System'),
  CREDIBILITY_ERROR: screen('Credibility reports error', 'cE----', 'Bedel'),
  CREDIBILITY_PASSED: screen('Credibility reports generated', 'ca----', 'System'),
  COLLECTION_REPORTS: screen('Generating additional collection reports', 'ca----', 'System'),
  COLLECTION_REPORTS_ERROR: screen('Additional collection reports generation error', 'cE----', 'Bedel'),
  COLLECTION_REPORTS_PASSED: screen('Additional collection reports generated', 'ca----', 'System'),
  QUALITY_PROCESSING_COMPLETE: screen('Quality processing complete', 'ccca--', 'Provider'),
  ANALYST_APPROVAL: screen('Awaiting Bedel analyst approval', 'cccca-', 'Bedel'),
  AGENCY_APPROVAL: screen('Awaiting Bedel approval', 'cccca-', 'Bedel'),
  SC_APPROVAL: screen('Awaiting SC approval', 'cccca-', 'Statutory customer'),
  APPROVED: screen('Approved', 'ccccca', 'Provider'),
  // Until the signed form is returned, which no walk leaves so (decisions §15).
  PROVIDER_SIGNOFF: screen('Awaiting provider sign off', 'ccccca', 'Provider'),
  SIGNED_OFF: screen('Signed off', 'cccccc', '--'),
  // What is made after the sign-off concerns nobody but the inspector (decisions §12).
  HISTORY_DATA: screen('Signed off', 'cccccc', '--'),
  HISTORY_DATA_ERROR: screen('Signed off', 'cccccc', '--'),
  HISTORY_DATA_PASSED: screen('Signed off', 'cccccc', '--'),
  RESUBMISSION_REQUIRED: screen('Resubmission required', 'ccccE-', 'Provider'),
  NIL_RETURN: screen('Nil return', 'cccccc', '--'),
  // A nil return never had a file, so nothing was uploaded.
  RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT: screen(
    'Resubmission required - historic amendment',
    'ccccE- acccE-',
    'Provider',
  ),
} satisfies Record<StatusName, Screen>
