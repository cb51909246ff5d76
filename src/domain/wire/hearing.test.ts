import { describe, expect, it } from 'vitest'
import { people } from '../../model/people.ts'
import { type CollectionStateName, collectionStateOf } from '../collection.ts'
import { mayHear } from './hearing.ts'

/* What is sent to whole organisations; on the channel of a provider, `tests/server/liveRights.test.ts` asks as everybody. */

const { submitter, guest, ovtSubmitter, software, admin, analyst, staff } = people
const { regulator, otherRegulator, delivery } = people
const anon = { ...staff, roles: ['anon-data-user'] }
const occurredAt = '2024-10-01T09:00:00Z'
const at = { collectionId: 'c23056', occurredAt }

/** Who of these hears it. */
const hearers = (message: Parameters<typeof mayHear>[1]): string[] =>
  [submitter, guest, ovtSubmitter, software, admin, analyst, staff, anon, regulator, otherRegulator, delivery]
    .filter(one => mayHear(one, message))
    .map(({ userId, roles }) => (roles[0] === 'anon-data-user' ? 'bedel-anon' : userId))

const providers = ['ashby-submitter', 'ashby-guest', 'ashby-ovt', 'ashby-software']
const agency = ['bedel-admin', 'bedel-analyst', 'bedel-staff', 'bedel-anon']
const regulators = ['fcw-analyst', 'ttb-analyst', 'fcw-delivery']

describe('a message', () => {
  const collectionIn = (state: CollectionStateName) =>
    hearers({
      ...at,
      type: 'COLLECTION',
      instId: 'any',
      reference: '23056',
      stateId: collectionStateOf(state).id,
      version: 1,
    })

  it.each(['Open', 'Closed', 'Historic amendment', 'Archived'] as const)(
    'of a collection that is %s is heard by everybody',
    state => {
      expect(collectionIn(state)).toEqual([...providers, ...agency, ...regulators])
    },
  )

  it.each(['Validation', 'Draft', 'Deleted'] as const)(
    'of a collection that is %s is heard by those who validate online, and saw it before',
    state => {
      expect(collectionIn(state)).toEqual(['ashby-ovt', 'ashby-software', ...agency])
    },
  )

  it('of the content of specifications is heard by the agency', () => {
    const specification = { ...at, instId: 'bedel', specificationId: 1, version: 1 }
    expect(hearers({ ...specification, type: 'SPECIFICATION' })).toEqual(agency)
    expect(hearers({ ...at, instId: 'bedel', kind: 'schema', id: 1, type: 'CONTENT' })).toEqual(agency)
  })

  it('of a pseudonymised record is heard by who makes them, and by who resets a task', () => {
    const task = { ...at, submissionId: 'a', instId: '0001', dpsFileStatus: null, version: 1 }
    expect(hearers({ ...task, type: 'DPS_STATUS' })).toEqual(['bedel-admin', 'bedel-anon'])
  })

  it('of a job is heard by the agency and by who asked for it', () => {
    const counts = { WAITING: 0, DONE: 1, REFUSED: 0, LEFT: 0 }
    const job = { ...at, jobId: 'a', kind: 'IRIS', state: 'COMPLETED', version: 1, counts } as const
    expect(hearers({ ...job, instId: '5002', type: 'JOB' })).toEqual([...agency, 'fcw-analyst'])
    const delivery = { ...job, kind: 'DELIVERY', instId: '5002', type: 'JOB' } as const
    expect(hearers(delivery)).toEqual([...agency, 'fcw-delivery'])
    const task = { ...job, kind: 'PSEUDONYMISATION', instId: 'bedel', type: 'JOB' } as const
    expect(hearers(task)).toEqual(['bedel-admin', 'bedel-anon'])
  })

  it('of a delivery is heard by the agency and by who receives deliveries of the customer', () => {
    const made = { ...at, instId: '5002', deliveryId: 'a', state: 'READY' } as const
    expect(hearers({ ...made, type: 'DELIVERY' })).toEqual([...agency, 'fcw-delivery'])
    // Another customer is not told what this one receives.
    expect(hearers({ ...made, instId: '5016', type: 'DELIVERY' })).toEqual(agency)
  })

  it("of an organisation's notice is heard by those of its people who read it", () => {
    const notice = { id: 'a', kind: 'deliveryReady', mode: 'live' } as const
    expect(hearers({ type: 'NOTICE', instId: '5002', occurredAt, notice })).toEqual(['fcw-delivery'])
  })

  it("of an organisation's name is heard by everybody", () => {
    expect(hearers({ type: 'PROVIDER', instId: '0001', providers: ['0001'], occurredAt })).toHaveLength(11)
  })
})
