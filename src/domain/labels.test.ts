import { describe, expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import { awaitingParties } from './awaitingParty.ts'
import {
  activityLabel,
  awaitingPartyLabel,
  collectionStateLabel,
  countryLabel,
  exactStatusLabel,
  organisationGroupLabel,
  roleLabel,
  standingLabel,
  statusLabel,
  stepLabel,
} from './labels.ts'
import { rolesByOrganisationType } from './permissions.ts'
import { summaryStepOf } from './progress.ts'
import { progressLabel, summaryStepLabel } from './progressLabels.ts'
import { type StatusName, statuses, submissionPages } from './status.ts'

/** The catalogue of statuses as the specification writes it (1 §4). */
const catalogue = `0 Unknown; 1 Uploading; 2 Uploaded; 3 Upload error; 4 Provisioning; 5 Provisioning error; 6 Provisioned;
7 Schema check; 8 Schema check failed; 9 Schema check error; 10 Schema check passed; 37 Right to process check;
38 Right to process check failed; 39 Right to process check error; 40 Right to process check passed; 11 Enrichment;
12 Enrichment error; 13 Enrichment performed; 14 Processing error; 15 Quality rules; 16 Quality rules error;
17 Quality reports generated; 18 Credibility reports; 19 Credibility reports error; 20 Credibility reports generated;
21 Generating additional collection reports; 22 Additional collection reports generation error;
23 Additional collection reports generated; 24 Quality processing complete; 25 Awaiting Bedel analyst approval;
26 Awaiting Bedel approval; 27 Awaiting SC approval; 28 Approved; 29 Awaiting provider sign off; 30 Signed off;
31 Generating history; 32 History generation error; 33 History generation complete; 34 Resubmission required;
35 Nil return; 36 Resubmission required - historic amendment`

const idsBy = (label: (name: StatusName) => string): Record<string, number[]> => {
  const found: Record<string, number[]> = {}
  for (const { id, name } of statuses) found[label(name)] = [...(found[label(name)] ?? []), id]
  return found
}

describe('labels', () => {
  it('of statuses are those of the specification', () => {
    expect(statuses.map(({ id, name }) => `${id} ${inEnglish(exactStatusLabel(name))}`)).toEqual(
      catalogue.split(/;\s+/),
    )
  })

  it('of statuses read "Signed off" to everybody but the inspector once they are (decisions §12)', () => {
    const shown = statuses.filter(({ name }) => inEnglish(statusLabel(name)) === 'Signed off')
    expect(shown.map(({ id }) => id)).toEqual([30, 31, 32, 33])
  })

  it('of the parties that are awaited', () => {
    expect(awaitingParties.map(({ id }) => [id, inEnglish(awaitingPartyLabel(id))])).toEqual([
      [0, '--'],
      [1, 'Provider'],
      [2, 'Bedel'],
      [3, 'Statutory customer'],
      [4, 'System'],
    ])
  })

  it('of the progress say the current and the next step (specification 2 §4.4)', () => {
    expect(idsBy(name => inEnglish(progressLabel(name)))).toEqual({
      'Upload / Processing': [0, 1, 2, 3],
      'Processing / Quality assurance': [4, 5, 6, 7, 8, 9, 10, 37, 38, 39, 40, 11, 12, 13, 14],
      'Quality assurance / Submit': [15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
      'Approval / Sign off': [25, 26, 27, 28, 29],
      'Approval / Upload': [34, 36],
      '--': [30, 31, 32, 33, 35],
    })
    expect(inEnglish(progressLabel(undefined))).toBe('Upload / Processing')
  })

  it('of the boxes of the step summary (specification 2 §2.5)', () => {
    expect(idsBy(name => inEnglish(summaryStepLabel(summaryStepOf(name).code)))).toEqual({
      Upload: [0, 1, 2, 3],
      Processing: [4, 5, 6, 7, 8, 9, 10, 37, 38, 39, 40, 11, 12, 13, 14],
      'Quality assurance': [15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
      Approval: [25, 26, 27, 28, 34, 36],
      'Sign off': [29, 30, 31, 32, 33, 35],
    })
  })

  it('of the steps are those of the tabs (specification 2 §2.3)', () => {
    expect(submissionPages.map(page => inEnglish(stepLabel(page)))).toEqual([
      'Upload',
      'Processing',
      'Quality Assurance',
      'Submit',
      'Approval',
      'Sign Off',
    ])
  })

  it('of collection states, organisations and streams (specification 1 §1, §4, §9)', () => {
    expect(inEnglish(collectionStateLabel('Historic amendment'))).toBe('Historic amendment')
    expect(inEnglish(organisationGroupLabel('statutory_customer'))).toBe('Statutory Customers')
    expect(inEnglish(organisationGroupLabel('agency'))).toBe('Bedel')
  })

  it('of activities; one that is not known is told as such', () => {
    expect([2, 4, 10, 99].map(id => inEnglish(activityLabel(id)))).toEqual([
      'Uploaded',
      'Approval',
      'Nil return created',
      'Unknown',
    ])
  })

  it('of every role and country; what others made up stands as it is', () => {
    const roles = Object.values(rolesByOrganisationType).flat()
    expect(roles.filter(role => inEnglish(roleLabel(role)) === role)).toEqual([])
    expect(inEnglish(roleLabel('visitor'))).toBe('visitor')
    expect(['E', 'W', 'S', 'N', 'X'].map(code => inEnglish(countryLabel(code)))).toEqual([
      'England',
      'Wales',
      'Scotland',
      'Northern Ireland',
      'X',
    ])
  })
})

it('says beside the status of an upload that a nil return had come before it (specification 2 §2.5)', () => {
  const said = (name: StatusName, isNilReturn: boolean) => inEnglish(standingLabel(name, { isNilReturn }))
  expect(said('NIL_RETURN', true)).toBe('Nil return')
  expect(said('UNKNOWN', true)).toBe('Unknown (Nil return)')
  expect(said('SIGNED_OFF', false)).toBe('Signed off')
})
