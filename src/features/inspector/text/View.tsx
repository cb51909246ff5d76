import type { Chart, ChartState, ChartTransition } from '../../../machines/inspection/chart.ts'
import { eventTitle } from '../../../machines/inspection/label.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { Card, type PlainColumn, PlainTable, Stack } from '../../../ui/index.ts'
import { chartName } from '../charts.ts'
import { nameOf } from '../diagram/describe.ts'
import type { ViewProps } from '../views.ts'
import styles from './Text.module.css'

/** A chart in words: its states as a nested list and its transitions as a table, nothing left out. */
export function View({ chart }: ViewProps) {
  const t = useMessages('inspector.text')
  const events = new Set(chart.transitions.map(({ event }) => event)).size
  const everywhere = chart.transitions.filter(({ source }) => source === '')
  return (
    <Stack gap={4}>
      <p>{t('counts', { states: chart.states.length - 1, transitions: chart.transitions.length, events })}</p>
      <Card title={t('states')} level={3}>
        <Stack gap={3}>
          {everywhere.length > 0 && (
            <section aria-label={t('everywhere')}>
              <h4 className={styles.heading}>{t('everywhere')}</h4>
              <Transitions chart={chart} transitions={everywhere} />
            </section>
          )}
          <States chart={chart} parent="" />
        </Stack>
      </Card>
      <Card title={t('transitions')} level={3} padding="none">
        <PlainTable
          caption={t('caption', { chart: chartName(chart) })}
          isCaptionHidden
          columns={columnsOf(t, chart)}
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
  const t = useMessages('inspector.text')
  const diagramMessages = useMessages('inspector.diagram')
  const { id, kind, description, initial, tags, entry, exit, invokes } = state
  const facts: [string, readonly string[]][] = [
    [t('first'), initial === null ? [] : [nameOf(diagramMessages, chart, initial)]],
    [t('tags'), tags],
    [t('entry'), entry],
    [t('exit'), exit],
    [t('invokes'), invokes.map(({ src }) => src)],
  ]
  return (
    <div className={styles.state}>
      <p>
        <strong>{nameOf(diagramMessages, chart, id)}</strong> <code className={styles.quiet}>{id}</code>
        {kind !== 'atomic' && <span className={styles.quiet}> {diagramMessages(`kinds.${kind}`)}</span>}
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
  const t = useMessages('inspector.text')
  const diagramMessages = useMessages('inspector.diagram')
  if (transitions.length === 0) return null
  return (
    <ul className={styles.transitions}>
      {transitions.map(({ id, event, targets, guards, actions, description }) => (
        <li key={id}>
          <code>{eventTitle(event)}</code>{' '}
          {targets.length === 0
            ? t('stays')
            : t('leads', {
                target: targets.map(target => nameOf(diagramMessages, chart, target)).join(', '),
              })}
          {guards.length > 0 && (
            <>
              , {t('onlyIf')} {guards.join(t('and'))}
            </>
          )}
          {actions.length > 0 && (
            <>
              ; {t('does')} {actions.join(t('and'))}
            </>
          )}
          .{description && ` ${description}`}
        </li>
      ))}
    </ul>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  const t = useMessages('inspector.text')
  if (lines.length === 0) return t('none')
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
  const t = useMessages('inspector.text')
  const diagramMessages = useMessages('inspector.diagram')
  return id === '' ? (
    t('whole')
  ) : (
    <a href={`#${encodeURIComponent(anchorOf(id))}`}>{nameOf(diagramMessages, chart, id)}</a>
  )
}

const columnsOf = (t: Translate<'inspector.text'>, chart: Chart): PlainColumn<ChartTransition>[] => [
  {
    id: 'source',
    header: t('columns.source'),
    isRowHeader: true,
    cell: ({ source }) => <StateLink chart={chart} id={source} />,
  },
  { id: 'event', header: t('columns.event'), cell: ({ event }) => <code>{eventTitle(event)}</code> },
  { id: 'guards', header: t('columns.guards'), cell: ({ guards }) => <Lines lines={guards} /> },
  {
    id: 'target',
    header: t('columns.target'),
    cell: ({ targets }) =>
      targets.length === 0
        ? t('stays')
        : targets.map(target => <StateLink key={target} chart={chart} id={target} />),
  },
  { id: 'actions', header: t('columns.actions'), cell: ({ actions }) => <Lines lines={actions} /> },
  {
    id: 'description',
    header: t('columns.description'),
    cell: ({ description }) => description || t('none'),
  },
]
