import type { Chart, ChartState, ChartTransition } from '../../../machines/inspection/chart.ts'
import { eventWords } from '../../../machines/inspection/label.ts'
import { Card, type PlainColumn, PlainTable, Stack } from '../../../ui/index.ts'
import { chartName } from '../charts.ts'
import { nameOf } from '../diagram/describe.ts'
import { texts as diagramTexts } from '../diagram/texts.ts'
import type { ViewProps } from '../views.ts'
import styles from './Text.module.css'
import { texts } from './texts.ts'

/** A chart in words: its states as a nested list and its transitions as a table, nothing left out. */
export function View({ chart }: ViewProps) {
  const events = new Set(chart.transitions.map(({ event }) => event)).size
  const everywhere = chart.transitions.filter(({ source }) => source === '')
  return (
    <Stack gap={4}>
      <p>{texts.counts(chart.states.length - 1, chart.transitions.length, events)}</p>
      <Card title={texts.states} level={3}>
        <Stack gap={3}>
          {everywhere.length > 0 && (
            <section aria-label={texts.everywhere}>
              <h4 className={styles.heading}>{texts.everywhere}</h4>
              <Transitions chart={chart} transitions={everywhere} />
            </section>
          )}
          <States chart={chart} parent="" />
        </Stack>
      </Card>
      <Card title={texts.transitions} level={3} padding="none">
        <PlainTable
          caption={texts.caption(chartName(chart))}
          isCaptionHidden
          columns={columnsOf(chart)}
          rows={chart.transitions}
          rowId={({ id }) => id}
        />
      </Card>
    </Stack>
  )
}

const anchorOf = (id: string): string => `state-${id}`

function States({ chart, parent }: { chart: Chart; parent: string }) {
  const children = chart.states.filter(state => state.parent === parent)
  if (children.length === 0) return null
  return (
    <ul className={styles.states} data-plain>
      {children.map(state => (
        <li key={state.id} id={anchorOf(state.id)} tabIndex={-1}>
          <State chart={chart} state={state} />
          <States chart={chart} parent={state.id} />
        </li>
      ))}
    </ul>
  )
}

function State({ chart, state }: { chart: Chart; state: ChartState }) {
  const { id, kind, description, initial, tags, entry, exit, invokes } = state
  const facts: [string, readonly string[]][] = [
    [texts.first, initial === null ? [] : [nameOf(chart, initial)]],
    [texts.tags, tags],
    [texts.entry, entry],
    [texts.exit, exit],
    [texts.invokes, invokes.map(({ src }) => src)],
  ]
  return (
    <div className={styles.state}>
      <p>
        <strong>{nameOf(chart, id)}</strong> <code className={styles.quiet}>{id}</code>
        {kind !== 'atomic' && <span className={styles.quiet}> {diagramTexts.kinds[kind]}</span>}
      </p>
      <p>{description}</p>
      {facts
        .filter(([, values]) => values.length > 0)
        .map(([term, values]) => (
          <p key={term} className={styles.fact}>
            <span className={styles.quiet}>{term}</span> {values.join(', ')}
          </p>
        ))}
      <Transitions chart={chart} transitions={chart.transitions.filter(({ source }) => source === id)} />
    </div>
  )
}

function Transitions({ chart, transitions }: { chart: Chart; transitions: readonly ChartTransition[] }) {
  if (transitions.length === 0) return null
  return (
    <ul className={styles.transitions}>
      {transitions.map(({ id, event, targets, guards, actions, description }) => (
        <li key={id}>
          <code>{eventWords(event)}</code>{' '}
          {targets.length === 0
            ? texts.stays
            : texts.leads(targets.map(target => nameOf(chart, target)).join(', '))}
          {guards.length > 0 && (
            <>
              , {texts.onlyIf} {guards.join(texts.and)}
            </>
          )}
          {actions.length > 0 && (
            <>
              ; {texts.does} {actions.join(texts.and)}
            </>
          )}
          .{description && ` ${description}`}
        </li>
      ))}
    </ul>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return texts.none
  return (
    <ul data-plain>
      {lines.map(line => (
        <li key={line}>
          <code>{line}</code>
        </li>
      ))}
    </ul>
  )
}

function StateLink({ chart, id }: { chart: Chart; id: string }) {
  return id === '' ? texts.whole : <a href={`#${encodeURIComponent(anchorOf(id))}`}>{nameOf(chart, id)}</a>
}

const columnsOf = (chart: Chart): PlainColumn<ChartTransition>[] => [
  {
    id: 'source',
    header: texts.columns.source,
    isRowHeader: true,
    cell: ({ source }) => <StateLink chart={chart} id={source} />,
  },
  { id: 'event', header: texts.columns.event, cell: ({ event }) => <code>{eventWords(event)}</code> },
  { id: 'guards', header: texts.columns.guards, cell: ({ guards }) => <Lines lines={guards} /> },
  {
    id: 'target',
    header: texts.columns.target,
    cell: ({ targets }) =>
      targets.length === 0
        ? texts.stays
        : targets.map(target => <StateLink key={target} chart={chart} id={target} />),
  },
  { id: 'actions', header: texts.columns.actions, cell: ({ actions }) => <Lines lines={actions} /> },
  {
    id: 'description',
    header: texts.columns.description,
    cell: ({ description }) => description || texts.none,
  },
]
