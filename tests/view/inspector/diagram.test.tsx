import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { layoutOf } from '../../../scripts/inspector/layout.ts'
import { loadChart, loadCharts } from '../../../src/features/inspector/charts.ts'
import { Details } from '../../../src/features/inspector/diagram/Details.tsx'
import { Diagram, type DiagramProps } from '../../../src/features/inspector/diagram/Diagram.tsx'
import type { Mark } from '../../../src/features/inspector/diagram/marks.ts'
import { View as TextView } from '../../../src/features/inspector/text/View.tsx'

const lifecycle = await loadChart('submissionLifecycle')
const charts = await loadCharts()

const draw = async (folded: string[], props: Partial<DiagramProps> = {}) => {
  const layout = await layoutOf(lifecycle, folded)
  const onSelect = vi.fn()
  const onFold = vi.fn()
  render(
    <svg role="presentation">
      <Diagram
        chart={lifecycle}
        layout={layout}
        marks={new Map()}
        selected={undefined}
        onSelect={onSelect}
        onFold={onFold}
        {...props}
      />
    </svg>,
  )
  return { onSelect, onFold }
}

describe('the drawing of a chart', () => {
  it('has a button with a name of its own for every state and every transition', async () => {
    await draw([])
    const buttons = screen.getAllByRole('button')
    expect(buttons).toHaveLength(lifecycle.states.length - 1 + lifecycle.transitions.length)
    expect(buttons.map(button => button.getAttribute('aria-label')).filter(label => !label)).toEqual([])
    screen.getByRole('button', { name: 'Schema check failed, state, in Processing' })
    screen.getByRole('button', {
      name: 'APPROVE, from Agency approval to SC approval, only if mayApproveForAgency, isSecondPerson, isLatest, isNotArchived, isOtherApprover, explainsBothApprovals, needsStatutoryCustomer',
    })
    screen.getByRole('button', { name: 'SUPERSEDED, stays in any state, only if isSystem' })
  })

  it('is one stop of the tab key: what is chosen, or the first state', async () => {
    await draw([], { selected: 'approval.agencyApproval' })
    const stops = screen.getAllByRole('button').filter(button => button.getAttribute('tabindex') === '0')
    expect(stops.map(button => button.getAttribute('aria-label'))).toEqual([
      'Agency approval, state, in Approval',
    ])
    expect(stops[0]?.getAttribute('aria-pressed')).toBe('true')
  })

  it('chooses by Enter and by a click, and folds by Space', async () => {
    const user = userEvent.setup()
    const { onSelect, onFold } = await draw(['processing'])
    const folded = screen.getByRole('button', { name: 'Processing, group, folded' })
    folded.focus()
    await user.keyboard('{Enter} ')
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('processing')
    expect(onFold).toHaveBeenCalledExactlyOnceWith('processing')
    await user.click(screen.getByRole('button', { name: /^Nil return, state/ }))
    expect(onSelect).toHaveBeenLastCalledWith('nilReturn')
    expect(screen.queryByRole('button', { name: /^Schema check, / })).toBeNull()
  })

  it('reads its marks out', async () => {
    const marks = new Map<string, Mark>([
      ['approval.scApproval', { tone: 'heat', level: 0.5, label: '312' }],
      ['approval.scApproval:DECLINE:0', { tone: 'missed' }],
    ])
    await draw([], { marks })
    const state = screen.getByRole('button', { name: 'SC approval, state, in Approval, submissions, 312' })
    expect(state.dataset.tone).toBe('heat')
    within(state).getByText('312')
    screen.getByRole('button', { name: /^DECLINE, from SC approval .* never used$/ })
  })
})

describe('what is chosen in a drawing', () => {
  it('has an identifier that breaks after a dot, not within a word', () => {
    render(
      <Details
        chart={lifecycle}
        selected="approval.scApproval"
        isFolded={false}
        isFoldable={false}
        onSelect={vi.fn()}
        onFold={vi.fn()}
      />,
    )
    const identifier = screen.getByText('Identifier').nextElementSibling?.querySelector('code')
    expect(identifier?.innerHTML).toBe('approval.<wbr>scApproval')
  })
})

describe('the text of a chart', () => {
  it.each(charts.map(chart => [chart.id, chart] as const))(
    '%s names everything that it holds',
    (_, chart) => {
      const { container } = render(<TextView chart={chart} />)
      const text = container.textContent ?? ''
      const expected = [
        ...chart.states
          .filter(({ id }) => id !== '')
          .flatMap(state => [
            state.id,
            state.description,
            ...state.tags,
            ...state.entry,
            ...state.exit,
            ...state.invokes.map(({ src }) => src),
          ]),
        ...chart.transitions.flatMap(({ guards, actions, description }) => [
          ...guards,
          ...actions,
          description,
        ]),
      ]
      expect(expected.filter(label => !text.includes(label))).toEqual([])
      const [states, transitions] = [chart.states.length - 1, chart.transitions.length].map(count =>
        count.toLocaleString('en-GB'),
      )
      expect(text).toContain(`${states} states, ${transitions} transitions`)
      const rows = within(screen.getByRole('table')).getAllByRole('row')
      expect(rows).toHaveLength(chart.transitions.length + 1)
      // The list is nested as the chart is.
      const depth = (id: string) => id.split('.').length
      for (const { id } of chart.states.filter(state => state.id !== '')) {
        const item = container.querySelector(`[id="state-${id}"]`)
        let lists = 0
        for (let at = item?.parentElement; at && at !== container; at = at.parentElement)
          if (at.tagName === 'UL') lists += 1
        expect(lists).toBe(depth(id))
      }
    },
  )
})
