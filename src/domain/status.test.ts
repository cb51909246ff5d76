import { describe, expect, it } from 'vitest'
import { landingPage } from './landingPage.ts'
import {
  hasArrived,
  hasResults,
  hasTag,
  isApproved,
  isAwaitingApproval,
  isErrorOrFailure,
  isFileFailure,
  isFinished,
  isHandedOver,
  isJustApproved,
  isNilReturn,
  isNoSubmission,
  isResubmissionRequired,
  isSignedOff,
  isSystemError,
  isUploading,
  type StatusName,
  shownStatus,
  statusById,
  statuses,
  statusOf,
  uploadingId,
} from './status.ts'

const idsOf = (holds: (name: StatusName) => boolean): number[] =>
  statuses.filter(({ name }) => holds(name)).map(({ id }) => id)

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the catalogue of statuses', () => {
  it('stands in the order of the specification, with 37 to 40 after 10 and 34 to 36 last', () => {
    expect(statuses.map(({ id }) => id)).toEqual([...range(0, 10), ...range(37, 40), ...range(11, 36)])
    expect(statuses.map(({ order }) => order)).toEqual(range(0, 40))
  })

  it('has codes of the specification', () => {
    const shown = ({ id, code }: { id: number; code: string }) => [id, code]
    expect(
      [
        'SAVING_ENTITIES_ERROR',
        'ANALYST_APPROVAL',
        'AGENCY_APPROVAL',
        'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT',
      ].map(name => shown(statusOf(name as StatusName))),
    ).toEqual([
      [14, 'SAVING_ENTITIES_ERROR'],
      [25, 'BEDEL_ANALYST_APPROVAL'],
      [26, 'BEDEL_APPROVAL'],
      [36, 'RESUBMISSION_REQUIRED_HISTORIC_AMENDMENT'],
    ])
  })

  it('is found by id, and nothing else is; each has a code of its own', () => {
    for (const status of statuses) expect(statusById(status.id)).toBe(status)
    expect([statusById(41), statusById(-1)]).toEqual([undefined, undefined])
    expect(new Set(statuses.map(({ code }) => code)).size).toBe(statuses.length)
  })

  it.each([
    ['has results', hasResults, 'QUALITY_PROCESSING_COMPLETE'],
    ['is handed over', isHandedOver, 'ANALYST_APPROVAL'],
  ] as const)(
    '%s at or beyond its mark by order, never by id, but for a nil return (decisions §3)',
    (_, holds, mark) => {
      const beyond = statuses.filter(({ order }) => order >= statusOf(mark).order).map(({ id }) => id)
      expect(idsOf(holds)).toEqual(beyond.filter(id => id !== 35))
    },
  )

  it.each<[string, (name: StatusName) => boolean, number[]]>([
    ['under way', name => hasTag(name, 'busy'), [1, 2, 4, 6, 7, 10, 37, 40, 11, 13, 15, 17, 18, 20, 21, 23]],
    ['with a quality report', name => hasTag(name, 'reported'), [...range(17, 34), 36]],
    ['processed', name => hasTag(name, 'processed'), [...range(24, 34), 36]],
    ['with a file that has not arrived', name => !hasArrived(name), [0, 1, 3]],
    ['handed over', isHandedOver, [...range(25, 34), 36]],
    ['approved', isApproved, range(28, 33)],
    ['awaiting approval', isAwaitingApproval, [25, 26, 27]],
    ['resubmission required', isResubmissionRequired, [34, 36]],
    ['signed off', isSignedOff, [30, 31, 32, 33]],
    ['finished', isFinished, [30, 31, 32, 33, 35]],
    ["the system's fault", isSystemError, [5, 9, 39, 12, 14, 16, 19, 22, 32]],
    ["the file's fault", isFileFailure, [3, 8, 38]],
    ['error or failure', isErrorOrFailure, [3, 5, 8, 9, 38, 39, 12, 14, 16, 19, 22, 32]],
  ])('groups: %s', (_, holds, ids) => {
    expect(idsOf(holds)).toEqual(ids)
  })

  it('reads "Signed off" to everybody but the inspector once it is (decisions §12)', () => {
    expect(statuses.filter(({ name }) => shownStatus(name).name !== name).map(({ id }) => id)).toEqual([
      31, 32, 33,
    ])
    expect(shownStatus('HISTORY_DATA_ERROR').name).toBe('SIGNED_OFF')
  })

  it('leads to the page of the specification', () => {
    const provider = { isStatutoryCustomer: false }
    const pageIds = (page: string) => idsOf(name => landingPage(name, provider) === page)
    expect(pageIds('upload')).toEqual([0, 1, 3, 35])
    expect(pageIds('processing')).toEqual([2])
    expect(pageIds('approval')).toEqual([25, 26, 27, 34, 36])
    expect(pageIds('signoff')).toEqual(range(28, 33))
    expect(pageIds('reports')).toEqual([...range(4, 10), ...range(37, 40), ...range(11, 24)])
  })

  it('leads statutory customers to Quality Assurance instead of Approval and Sign Off', () => {
    const customer = { isStatutoryCustomer: true }
    expect(idsOf(name => landingPage(name, customer) === 'reports')).toEqual([
      ...range(1, 10),
      ...range(37, 40),
      ...range(11, 34),
      36,
    ])
  })
})

it('names the statuses that screens, server and queries ask for one by one (specification 1 §4)', () => {
  expect([isNoSubmission, isUploading, isJustApproved, isNilReturn].map(idsOf)).toEqual([
    [0],
    [1],
    [28],
    [35],
  ])
  expect(uploadingId).toBe(1)
})
