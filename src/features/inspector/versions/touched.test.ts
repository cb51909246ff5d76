import { describe, expect, it } from 'vitest'
import { noBlockers } from '../../../domain/commitStatus.ts'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import { factsToWire, sharedFactsOf } from '../../../domain/wire/facts.ts'
import type { LiveSubmissionGroup } from '../../../domain/wire/inspection.ts'
import { type Chart, chartOf } from '../../../machines/inspection/chart.ts'
import { submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import { usualFacts } from '../question/facts.ts'
import { touchedBy, unknownGuards } from './touched.ts'

const lifecycle = chartOf(submissionLifecycle)

const group = (
  status: StatusName,
  count: number,
  change: Partial<ReturnType<typeof usualFacts>> = {},
): LiveSubmissionGroup => ({
  statusId: statusOf(status).id,
  facts: sharedFactsOf(factsToWire({ ...usualFacts(status), blockers: noBlockers, ...change })),
  submissions: Array.from({ length: count }, (_, at) => ({
    submissionId: `${status}-${at}`,
    fileName: 'student.xml',
    instId: String(at),
    providerName: `Provider ${at}`,
    collectionReference: '23056',
    collectionId: 'c23056',
  })),
})

const changed = (
  change: (transition: Chart['transitions'][number]) => Partial<Chart['transitions'][number]>,
): Chart => ({
  ...lifecycle,
  transitions: lifecycle.transitions.map(transition => ({ ...transition, ...change(transition) })),
})
const idsOf = (later: Chart, groups: readonly LiveSubmissionGroup[]) =>
  touchedBy(lifecycle, later, groups).map(({ statusId, submissions }) => [statusId, submissions.length])

describe('the live submissions that a change of the lifecycle touches', () => {
  it('are those in the state that the changed transition leaves', () => {
    const later = changed(({ event, targets }) => ({
      targets: event === 'REQUEST_SIGN_OFF' ? ['signOff.signedOff'] : targets,
    }))
    expect(idsOf(later, [group('APPROVED', 2), group('PROVIDER_SIGNOFF', 3)])).toEqual([
      [statusOf('APPROVED').id, 2],
    ])
  })

  it('are not those for which an added guard holds', () => {
    const later = changed(({ event, guards }) => ({
      guards: event === 'REQUEST_SIGN_OFF' ? [...guards, 'isOnboarded'] : guards,
    }))
    expect(idsOf(later, [group('APPROVED', 2), group('APPROVED', 1, { onboarded: false })])).toEqual([
      [statusOf('APPROVED').id, 1],
    ])
  })

  it('are none when only descriptions and transitions of the root change', () => {
    const later = changed(({ source, guards }) => ({
      description: 'Other words',
      guards: source === '' ? ['isOnboarded'] : guards,
    }))
    expect(idsOf(later, [group('APPROVED', 2), group('QUALITY_PROCESSING_COMPLETE', 2)])).toEqual([])
  })

  it('are together where the change is the same, whatever other facts they have', () => {
    const later = changed(({ event, targets }) => ({
      targets: event === 'REQUEST_SIGN_OFF' ? ['signOff.signedOff'] : targets,
    }))
    const groups = [
      group('APPROVED', 300),
      group('APPROVED', 200, { riskCode: '01', approverId: 'somebody' }),
    ]
    expect(idsOf(later, groups)).toEqual([[statusOf('APPROVED').id, 500]])
  })
})

it('names guards that this build does not have', () => {
  const later = changed(({ event, guards }) => ({
    guards: event === 'SIGN_OFF' ? ['isFriday', ...guards] : guards,
  }))
  expect(unknownGuards(lifecycle, later)).toEqual(['isFriday'])
})
