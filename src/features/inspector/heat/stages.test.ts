import { describe, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { drawingOf, linesOf, neighbourOf } from './drawing.ts'
import {
  columnsOf,
  endsOf,
  type Figures,
  findingsOf,
  longestWaits,
  longStaysOf,
  waysBetween,
} from './stages.ts'

const day = 86_400
const at = (name: StatusName, figures: Partial<Figures> = {}): Figures => ({
  statusId: statusOf(name).id,
  current: 0,
  visits: 1,
  providers: 1,
  median: 1,
  p95: 1,
  longest: null,
  formerMedian: null,
  target: null,
  over: null,
  lengths: [],
  ...figures,
})
const taken = (from: StatusName, to: StatusName, count: number, event = 'SUBMIT') => ({
  event,
  fromStatusId: statusOf(from).id,
  toStatusId: statusOf(to).id,
  count,
})
const states = [
  at('RESUBMISSION_REQUIRED', { visits: 12, current: 2, median: 4 * day }),
  at('UPLOADING', { visits: 1_000, median: 9 * day }),
  at('SCHEMA_CHECK_FAILED', { visits: 60, current: 1, median: day - 1 }),
  at('SCHEMA_CHECK', { visits: 999 }),
  at('QUALITY_PROCESSING_COMPLETE', { visits: 50, current: 7, median: 3 * day }),
  at('AGENCY_APPROVAL', { visits: 49, median: day }),
  at('SIGNED_OFF', { visits: 9, current: 9, median: 300 * day }),
]
const outline = (measure: 'visits' | 'dwell' | 'current') =>
  columnsOf({ states }, measure).map(({ stage, cards }) => [
    stage,
    ...cards.map(({ status, level }) => `${status} ${level}`),
  ])

describe('the stages of the heat', () => {
  it('are columns of the statuses that submissions came to, those where the way ends last', () => {
    expect(outline('visits')).toEqual([
      ['upload', 'UPLOADING 5'],
      ['processing', 'SCHEMA_CHECK 4', 'SCHEMA_CHECK_FAILED 3'],
      ['reports', 'QUALITY_PROCESSING_COMPLETE 3'],
      ['approval', 'AGENCY_APPROVAL 2', 'RESUBMISSION_REQUIRED 2'],
      ['signoff', 'SIGNED_OFF 1'],
    ])
  })

  it('are coloured by what is asked for; what nobody is at has no colour', () => {
    expect(outline('dwell')[1]).toEqual(['processing', 'SCHEMA_CHECK 1', 'SCHEMA_CHECK_FAILED 3'])
    expect(outline('current')[1]).toEqual(['processing', 'SCHEMA_CHECK 0', 'SCHEMA_CHECK_FAILED 1'])
  })

  it('mark a long stay where somebody is to act, from a day on', () => {
    const marked = columnsOf({ states }, 'visits').flatMap(({ cards }) =>
      cards.filter(({ isLong }) => isLong).map(({ status }) => status),
    )
    expect(marked).toEqual(['QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL', 'RESUBMISSION_REQUIRED'])
  })

  it('count a way once, whatever led along it, and none from a status to itself', () => {
    const transitions = [
      taken('SIGNED_OFF', 'SIGNED_OFF', 8),
      taken('UPLOADING', 'SCHEMA_CHECK', 2),
      taken('AGENCY_APPROVAL', 'RESUBMISSION_REQUIRED', 3, 'DECLINE'),
      taken('AGENCY_APPROVAL', 'RESUBMISSION_REQUIRED', 4, 'WITHDRAW'),
    ]
    expect(waysBetween({ transitions }).map(({ from, to, count }) => [from, to, count])).toEqual([
      [leafIdOf('AGENCY_APPROVAL'), leafIdOf('RESUBMISSION_REQUIRED'), 7],
      [leafIdOf('UPLOADING'), leafIdOf('SCHEMA_CHECK'), 2],
    ])
  })
})

describe('what the figures say', () => {
  it('names where most are, wait longest and were stopped, and how many are at their end', () => {
    const { fullest, slowest, stopped, finished, replaced } = findingsOf({ submissions: 24, states })
    expect([fullest, slowest, stopped].map(one => one?.statusId)).toEqual(
      (['QUALITY_PROCESSING_COMPLETE', 'RESUBMISSION_REQUIRED', 'SCHEMA_CHECK_FAILED'] as const).map(
        name => statusOf(name).id,
      ),
    )
    expect(finished).toBe(9)
    // What was replaced is nowhere now: the two figures are the whole number again.
    expect(states.reduce((sum, { current }) => sum + current, replaced)).toBe(24)
    expect(longestWaits(states).map(({ median }) => median)).toEqual([4 * day, 3 * day, day, day - 1])
  })

  it('calls nothing the most of several alike, and says nothing of nothing', () => {
    const alike = [at('AGENCY_APPROVAL', { current: 3 }), at('SC_APPROVAL', { current: 3 })]
    const found = findingsOf({ submissions: 6, states: alike })
    expect([found.fullest, found.slowest]).toEqual([undefined, undefined])
    expect(findingsOf({ submissions: 0, states: [] })).toEqual({
      fullest: undefined,
      slowest: undefined,
      stopped: undefined,
      finished: 0,
      replaced: 0,
    })
  })

  it('counts among the ends of stays that another submission came, which changes no status', () => {
    const transitions = [
      taken('QUALITY_PROCESSING_COMPLETE', 'QUALITY_PROCESSING_COMPLETE', 4, 'SUPERSEDED'),
      taken('QUALITY_PROCESSING_COMPLETE', 'QUALITY_PROCESSING_COMPLETE', 7, 'REPROCESSED'),
      taken('QUALITY_PROCESSING_COMPLETE', 'AGENCY_APPROVAL', 5),
      taken('AGENCY_APPROVAL', 'QUALITY_PROCESSING_COMPLETE', 3, 'DECLINE'),
    ]
    const ends = endsOf({ transitions }, statusOf('QUALITY_PROCESSING_COMPLETE').id)
    expect(ends.map(one => [one.taken.event, one.taken.count, one.isReplaced])).toEqual([
      ['SUBMIT', 5, false],
      ['SUPERSEDED', 4, true],
    ])
  })

  it('counts as long what lasted a day or longer', () => {
    expect(longStaysOf([1, 2, 4, 8, 16, 32, 64])).toBe(8 + 16 + 32 + 64)
  })
})

describe('the picture of the stages', () => {
  const ways = waysBetween({
    transitions: [
      taken('UPLOADING', 'SCHEMA_CHECK', 999),
      taken('SCHEMA_CHECK', 'SCHEMA_CHECK_FAILED', 60),
      taken('SCHEMA_CHECK', 'QUALITY_PROCESSING_COMPLETE', 50),
      taken('QUALITY_PROCESSING_COMPLETE', 'SIGNED_OFF', 9),
      taken('SIGNED_OFF', 'RESUBMISSION_REQUIRED', 1),
      taken('RESUBMISSION_REQUIRED', 'AGENCY_APPROVAL', 1),
      taken('AGENCY_APPROVAL', 'UPLOADING', 1),
      taken('UPLOAD_ERROR', 'UPLOADING', 1),
    ],
  })
  const drawing = drawingOf(columnsOf({ states }, 'visits'), ways, ({ status }) => status)

  it('draws each way between statuses that are there, in its sheet', () => {
    expect(drawing.ways).toHaveLength(7)
    expect(drawing.ways.filter(({ isBack }) => isBack).map(({ way }) => way.count)).toEqual([1, 1, 1])
    for (const { points } of drawing.ways)
      for (const [x, y] of points) {
        expect(x).toBeGreaterThan(0)
        expect(x).toBeLessThan(drawing.width)
        expect(y).toBeLessThan(drawing.height)
      }
  })

  it('leads no line through a card', () => {
    for (const { points, way } of drawing.ways)
      for (const [at, [x, y]] of points.slice(1).entries()) {
        const [fromX, fromY] = points[at]!
        for (const { card, x: left, y: upper, height } of drawing.cards) {
          const isInside =
            Math.min(x, fromX) < left + 174 &&
            Math.max(x, fromX) > left &&
            Math.min(y, fromY) < upper + height &&
            Math.max(y, fromY) > upper
          expect([isInside, way, card.id]).toEqual([false, way, card.id])
        }
      }
  })

  it('is gone through up and down within a column, left and right from one to the next', () => {
    const cardAt = (name: StatusName) => drawing.cards.find(({ card }) => card.status === name)!
    const led = (name: StatusName, key: Parameters<typeof neighbourOf>[2]) =>
      neighbourOf(drawing.cards, cardAt(name), key)?.card.status
    expect(led('SCHEMA_CHECK', 'ArrowDown')).toBe('SCHEMA_CHECK_FAILED')
    expect(led('SCHEMA_CHECK_FAILED', 'ArrowUp')).toBe('SCHEMA_CHECK')
    // The columns end there.
    expect([led('SCHEMA_CHECK_FAILED', 'ArrowDown'), led('SCHEMA_CHECK', 'ArrowUp')]).toEqual([
      undefined,
      undefined,
    ])
    expect(led('SCHEMA_CHECK', 'ArrowLeft')).toBe('UPLOADING')
    expect(led('SCHEMA_CHECK_FAILED', 'ArrowRight')).toBe('QUALITY_PROCESSING_COMPLETE')
    // The nearest by its height.
    expect(led('AGENCY_APPROVAL', 'ArrowLeft')).toBe('QUALITY_PROCESSING_COMPLETE')
    expect(led('SIGNED_OFF', 'ArrowLeft')).toBe('AGENCY_APPROVAL')
    expect([led('UPLOADING', 'ArrowLeft'), led('SIGNED_OFF', 'ArrowRight')]).toEqual([undefined, undefined])
  })

  it('passes over a stage without statuses', () => {
    const far = drawingOf(
      columnsOf({ states: [at('UPLOADING'), at('SIGNED_OFF')] }, 'visits'),
      [],
      ({ status }) => status,
    )
    expect(neighbourOf(far.cards, far.cards[0]!, 'ArrowRight')?.card.status).toBe('SIGNED_OFF')
  })

  it('breaks a long name between words', () => {
    expect(linesOf('Generating additional collection reports')).toEqual([
      'Generating additional',
      'collection reports',
    ])
    expect(linesOf('Uploaded')).toEqual(['Uploaded'])
  })
})
