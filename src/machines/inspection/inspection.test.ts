import { describe, expect, it } from 'vitest'
import { submissionLifecycle } from '../submission-lifecycle/index.ts'
import { chartOf, leavesOf } from './chart.ts'
import { affectedStates, compareCharts } from './diff.ts'
import { toCsvMatrix } from './export/csv.ts'
import { toMermaid } from './export/mermaid.ts'
import { toPlantUml } from './export/plantuml.ts'
import { toScxml } from './export/scxml.ts'
import { fromScxml } from './testing/fromScxml.ts'

const chart = chartOf(submissionLifecycle)

describe('a chart as plain data', () => {
  it('has a leaf for each status and a description in words on every state', () => {
    expect(leavesOf(chart)).toHaveLength(41)
    expect(chart.states.filter(state => !state.description).map(state => state.id)).toEqual([])
  })

  it('takes guards that all have to hold apart', () => {
    const approve = chart.transitions.find(({ id }) => id === 'approval.agencyApproval:APPROVE:0')
    expect(approve).toEqual({
      id: 'approval.agencyApproval:APPROVE:0',
      source: 'approval.agencyApproval',
      event: 'APPROVE',
      targets: ['approval.scApproval'],
      guards: [
        'mayApproveForAgency',
        'isSecondPerson',
        'isLatest',
        'isNotArchived',
        'isOtherApprover',
        'explainsBothApprovals',
        'needsStatutoryCustomer',
      ],
      actions: [],
      description: '',
    })
  })
})

describe('exports', () => {
  it('reads its own SCXML back as the same chart', () => {
    expect(fromScxml(toScxml(chart))).toEqual(chart)
  })

  it('refuses SCXML that is cut off', () => {
    expect(() => fromScxml(toScxml(chart).replace('</scxml>', ''))).toThrow('no closed <scxml> element')
  })

  it('names every leaf and every event in each drawing', () => {
    const events = new Set(chart.transitions.filter(({ source }) => source !== '').map(({ event }) => event))
    for (const drawing of [toMermaid(chart), toPlantUml(chart), toCsvMatrix(chart)]) {
      expect(leavesOf(chart).filter(({ key }) => !drawing.includes(key))).toEqual([])
      expect([...events].filter(event => !drawing.includes(event))).toEqual([])
    }
  })

  it('shows in the matrix what a leaf inherits', () => {
    const [head = '', ...rows] = toCsvMatrix(chart).split('\r\n')
    const column = head.split(',').indexOf('REQUEST_RESUBMISSION')
    const row = rows.find(line => line.startsWith('signOff.signedOff.historyDataPassed,'))
    expect(row?.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.[column]).toContain('resubmission.resubmissionRequired')
  })
})

describe('the difference of two versions', () => {
  it('is empty for the same chart', () => {
    const { states, transitions, guards } = compareCharts(chart, chart)
    expect([states, transitions, guards].flatMap(part => Object.values(part).flat())).toEqual([])
  })

  it('names a dropped transition, a new guard and the states that they concern', () => {
    const after = {
      ...chart,
      transitions: chart.transitions
        .filter(({ event }) => event !== 'FORM_REFUSED')
        .map(transition =>
          transition.event === 'SIGN_OFF'
            ? { ...transition, guards: [...transition.guards, 'isSigned'] }
            : transition,
        ),
    }
    const difference = compareCharts(chart, after)
    expect(difference.transitions.removed.map(({ event }) => event)).toEqual(['FORM_REFUSED'])
    expect(difference.transitions.changed.map(({ id, differs }) => [id, differs])).toEqual([
      ['signOff.providerSignoff:SIGN_OFF:0', ['guards']],
    ])
    // No other transition asks for a form.
    expect(difference.guards).toEqual({ added: ['isSigned'], removed: ['hasReturnedForm'] })
    expect([...affectedStates(difference)]).toEqual(['signOff.providerSignoff'])
  })
})
