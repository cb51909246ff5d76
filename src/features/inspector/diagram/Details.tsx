import type { ReactNode } from 'react'
import type { Chart, ChartState, ChartTransition } from '../../../machines/inspection/chart.ts'
import { foldableStates, isWithin } from '../../../machines/inspection/folding.ts'
import { eventTitle } from '../../../machines/inspection/label.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, type Description, DescriptionList, Dotted, Icon, Stack } from '../../../ui/index.ts'
import { messagesOfGuard } from '../guardMessages.ts'
import styles from './Details.module.css'
import { nameOf, pathOf } from './describe.ts'

export interface DetailsProps {
  chart: Chart
  selected: string
  isFolded: boolean
  isFoldable: boolean
  onSelect: (id: string) => void
  onFold: (id: string) => void
  /** More about what is chosen. */
  children?: ReactNode
}

/** What the chosen state or transition is about, in words. */
export function Details(props: DetailsProps) {
  const { chart, selected } = props
  const state = chart.states.find(({ id }) => id !== '' && id === selected)
  if (state) return <StateDetails {...props} state={state} />
  const transition = chart.transitions.find(({ id }) => id === selected)
  return transition && <TransitionDetails {...props} transition={transition} />
}

const row = (id: string, term: string, value: ReactNode, isThere = true): Description[] =>
  isThere ? [{ id, term, value }] : []

function StateDetails(props: DetailsProps & { state: ChartState }) {
  const t = useMessages('inspector.diagram')
  const { chart, state, isFolded, isFoldable, onFold, children } = props
  const around = pathOf(t, chart, state.id)
  const outgoing = chart.transitions.filter(
    ({ source }) => source === state.id || (isWithin(state.id, source) && state.id !== source),
  )
  const incoming = chart.transitions.filter(({ targets }) => targets.includes(state.id))
  return (
    <Card
      title={nameOf(t, chart, state.id)}
      level={3}
      hint={around.join(' › ') || undefined}
      actions={
        isFoldable &&
        foldableStates(chart).includes(state.id) && (
          <Button size="small" icon={isFolded ? 'unfold' : 'fold'} onPress={() => onFold(state.id)}>
            {isFolded ? t('details.unfold') : t('details.fold')}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        <p>{state.description}</p>
        <DescriptionList
          layout="grid"
          items={[
            ...row(
              'id',
              t('details.identifier'),
              <code>
                <Dotted code={state.id} />
              </code>,
            ),
            ...row('kind', t('details.kind'), t(`kinds.${state.kind}`), state.kind !== 'atomic'),
            ...row('tags', t('details.tags'), state.tags.join(', '), state.tags.length > 0),
            ...row('entry', t('details.entry'), <Code names={state.entry} />, state.entry.length > 0),
            ...row('exit', t('details.exit'), <Code names={state.exit} />, state.exit.length > 0),
            ...row(
              'invokes',
              t('details.invokes'),
              <Code names={state.invokes.map(({ src }) => src)} />,
              state.invokes.length > 0,
            ),
          ]}
        />
        <Transitions {...props} title={t('details.outgoing')} transitions={outgoing} end="target" />
        <Transitions {...props} title={t('details.incoming')} transitions={incoming} end="source" />
        {children}
      </Stack>
    </Card>
  )
}

function Code({ names }: { names: readonly string[] }) {
  return (
    <ul data-plain>
      {names.map(name => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

interface TransitionsProps extends DetailsProps {
  title: string
  transitions: readonly ChartTransition[]
  /** Which end is told: where it leads, or where it comes from. */
  end: 'source' | 'target'
}

function Transitions({ chart, selected, onSelect, title, transitions, end }: TransitionsProps) {
  const t = useMessages('inspector.diagram')
  if (transitions.length === 0) return null
  const tell = ({ source, targets }: ChartTransition): string => {
    if (end === 'source') return nameOf(t, chart, source)
    const inherited =
      source === selected ? '' : `, ${t('details.inherited', { state: nameOf(t, chart, source) })}`
    const where = targets.map(target => nameOf(t, chart, target)).join(', ') || t('details.stays')
    return where + inherited
  }
  return (
    <section className={styles.transitions} aria-label={title}>
      <h4>{title}</h4>
      <ul data-plain>
        {transitions.map(transition => (
          <li key={transition.id}>
            <button type="button" className={styles.transition} onClick={() => onSelect(transition.id)}>
              <code>{eventTitle(transition.event)}</code>
              <span className={styles.end}>
                <Icon name={end === 'target' ? 'arrowRight' : 'arrowLeft'} size="small" />
                {tell(transition)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TransitionDetails({
  chart,
  transition,
  onSelect,
  children,
}: DetailsProps & { transition: ChartTransition }) {
  const t = useMessages('inspector.diagram')
  const { event, source, targets, guards, actions, description } = transition
  return (
    <Card title={eventTitle(event)} level={3}>
      <Stack gap={3}>
        {description && <p>{description}</p>}
        <DescriptionList
          layout="grid"
          items={[
            ...row('from', t('details.from'), <StateLink chart={chart} id={source} onSelect={onSelect} />),
            ...row(
              'to',
              t('details.to'),
              targets.length === 0
                ? t('details.stays')
                : targets.map(target => (
                    <StateLink key={target} chart={chart} id={target} onSelect={onSelect} />
                  )),
            ),
            ...row(
              'guards',
              t('details.guards'),
              guards.length === 0 ? t('details.always') : <Guards chart={chart} names={guards} />,
            ),
            ...row('actions', t('details.actions'), <Code names={actions} />, actions.length > 0),
          ]}
        />
        {children}
      </Stack>
    </Card>
  )
}

function StateLink({ chart, id, onSelect }: { chart: Chart; id: string; onSelect: (id: string) => void }) {
  const t = useMessages('inspector.diagram')
  if (id === '') return t('anywhere')
  return (
    <button type="button" className={styles.link} onClick={() => onSelect(id)}>
      {nameOf(t, chart, id)}
    </button>
  )
}

function Guards({ chart, names }: { chart: Chart; names: readonly string[] }) {
  const text = useText()
  const t = useMessages('inspector.diagram')
  return (
    <ul className={styles.guards} data-plain>
      {names.map(name => {
        const said = messagesOfGuard(chart.id, name)
        return (
          <li key={name}>
            <code>{name}</code>
            {said && <p>{text(said.holds)}</p>}
            {said?.fails && (
              <p className={styles.quiet}>
                {t('details.otherwise')} {text(said.fails)}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
