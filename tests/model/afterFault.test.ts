import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../server/messages.ts'
import { isErrorOrFailure, isSystemError, statuses } from '../../src/domain/status.ts'
import { afterFault, type Facts, repairAt } from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { people } from '../../src/model/people.ts'

/*
 * After a fault of the system (decisions §3: "retried, then agency re-processes"; REPROCESSED: the latest submission with a
 * stored file, by the agency). Who may: administrators and analysts of the agency (specification 1 §2).
 */

const stored: Facts = { ...openFacts, hasStoredFile: true }
const faults = statuses.filter(({ name, group }) => isSystemError(name) && group !== 'signOff')
const readers = ['submitter', 'guest', 'admin', 'analyst', 'staff', 'ovtSubmitter'] as const

const told = (facts: Facts) =>
  Object.fromEntries(
    readers.map(reader => {
      const ways = faults.map(({ name }) => {
        const after = afterFault(name, facts, people[reader])
        return 'reason' in after ? `${after.way}: ${inEnglish(after.reason)}` : after.way
      })
      return [reader, [...new Set(ways)].join(' or ')]
    }),
  )

const everybody = (way: string) => Object.fromEntries(readers.map(reader => [reader, way]))

describe('what is done again of what failed', () => {
  it('is the history where that failed, which keeps the sign-off; else the file, where one has arrived', () => {
    const stops = statuses.filter(({ name }) => isErrorOrFailure(name)).map(({ name }) => name)
    const repaired = Map.groupBy(stops, repairAt)
    expect(repaired.get('HISTORY_REQUESTED')).toEqual(['HISTORY_DATA_ERROR'])
    expect(repaired.get(undefined)).toEqual(['UPLOAD_ERROR'])
    expect(repaired.get('REPROCESSED')).toHaveLength(stops.length - 2)
  })
})

describe('after a fault of the system', () => {
  it('the agency re-processes the latest live submission, and nobody else has anything to do', () => {
    const agency = 'agency: Only Bedel administrators and analysts can re-process a submission.'
    expect(faults).toHaveLength(8)
    expect(told(stored)).toEqual({ ...everybody(agency), admin: 'reader', analyst: 'reader' })
    expect(told({ ...stored, collectionState: 'Closed' })).toEqual(told(stored))
  })

  it('a file of online validation is never re-processed: another one is uploaded', () => {
    expect(told({ ...stored, mode: 'ovt' })).toEqual(everybody('anotherFile'))
  })

  it('a submission that another has taken the place of is not either, of whichever mode', () => {
    expect(told({ ...stored, isLatest: false })).toEqual(everybody('superseded'))
    expect(told({ ...stored, isLatest: false, mode: 'ovt' })).toEqual(everybody('superseded'))
  })

  it('what else stands against it is said as the chart says it', () => {
    expect(told({ ...stored, collectionState: 'Archived' })).toEqual(
      everybody(
        'blocked: You can re-process a collection only while it is Open, Closed or in Historic amendment.',
      ),
    )
    expect(told({ ...stored, hasStoredFile: false })).toEqual(
      everybody('blocked: There is no stored file to re-process.'),
    )
  })
})
