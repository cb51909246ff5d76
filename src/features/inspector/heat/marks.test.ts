import { describe, expect, it } from 'vitest'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import type { Heat } from '../../../domain/wire/inspection.ts'
import { chartOf } from '../../../machines/inspection/chart.ts'
import { leafIdOf, submissionLifecycle } from '../../../machines/submission-lifecycle/index.ts'
import type { ToText } from '../../../messages/index.ts'
import { inEnglish } from '../../../model/everyMessage.ts'
import { heatMarks, waysOf } from './marks.ts'

const chart = chartOf(submissionLifecycle)
const id = (name: StatusName): number => statusOf(name).id
const superseded = (from: StatusName, count: number): Heat['transitions'][number] => ({
  event: 'SUPERSEDED',
  fromStatusId: id(from),
  toStatusId: id(from),
  count,
})
const heat: Heat = {
  former: null,
  stayTargets: null,
  submissions: 10,
  providers: 4,
  states: [
    {
      statusId: id('UPLOADED'),
      current: 0,
      visits: 1000,
      providers: 4,
      median: 2,
      p95: 9,
      longest: null,
      formerMedian: null,
      target: null,
      over: null,
      lengths: [],
    },
    {
      statusId: id('AGENCY_APPROVAL'),
      current: 10,
      visits: 10,
      providers: 4,
      median: 86_400,
      p95: 200_000,
      longest: null,
      formerMedian: null,
      target: null,
      over: null,
      lengths: [],
    },
  ],
  transitions: [superseded('APPROVED', 3), superseded('UPLOADED', 4)],
  choices: { providers: [], regulators: [], riskCodes: [], specifications: [] },
}
const stateMark = (name: StatusName, by: 'visits' | 'dwell' | 'current') =>
  heatMarks(inEnglish as ToText, chart, heat, by).get(leafIdOf(name))

describe('the heat of a chart', () => {
  it('grows with the logarithm, so that what is rare can be seen beside what is common', () => {
    expect(stateMark('UPLOADED', 'visits')).toEqual({ tone: 'heat', level: 1, label: '1000' })
    expect(stateMark('AGENCY_APPROVAL', 'visits')?.level).toBeCloseTo(0.347, 2)
  })

  it('is of time or of those there now, as is asked', () => {
    expect(stateMark('AGENCY_APPROVAL', 'dwell')).toMatchObject({ level: 1, label: '24 h 0 min' })
    expect(stateMark('UPLOADED', 'current')).toBeUndefined()
  })

  it('adds up what is one transition of the chart, and knows the ways that it was taken', () => {
    const marks = heatMarks(inEnglish as ToText, chart, heat, 'visits')
    const [transition] = chart.transitions.filter(({ event }) => event === 'SUPERSEDED')
    expect(transition && marks.get(transition.id)?.label).toBe('7')
    expect(transition && waysOf(chart, heat, transition.id)).toEqual([
      `${id('APPROVED')}-${id('APPROVED')}`,
      `${id('UPLOADED')}-${id('UPLOADED')}`,
    ])
  })
})
