import { type KeyboardEvent, memo } from 'react'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { arrowHead, roundedPath } from '../../../machines/inspection/drawing.ts'
import type {
  Box,
  ChartLayout,
  PlacedStart,
  PlacedState,
  PlacedTransition,
} from '../../../machines/inspection/layout.ts'
import { useMessages } from '../../../messages/index.ts'
import styles from './Diagram.module.css'
import { stateLabel, transitionLabel } from './describe.ts'
import type { Mark, Marks } from './marks.ts'

export interface DiagramProps {
  chart: Chart
  layout: ChartLayout
  marks: Marks
  /** Id of the chosen state or transition. */
  selected: string | undefined
  onSelect: (id: string) => void
  /** A state that holds others is to be folded or unfolded. */
  onFold: (id: string) => void
}

/** The SVG of a chart: what lies outside first, lines under boxes, labels over lines. */
export const Diagram = memo(function Diagram(props: DiagramProps) {
  const { chart, layout, selected } = props
  const isOpen = ({ id, isFolded }: PlacedState) =>
    !isFolded && layout.states.some(other => other.id !== id && parentOf(chart, other.id) === id)
  const drawn = layout.states.filter(({ id }) => id !== '')
  const groups = drawn.filter(isOpen)
  const leaves = drawn.filter(state => !isOpen(state))
  const first = selected && isPlaced(layout, selected) ? selected : drawn[0]?.id
  return (
    <>
      {groups.map(state => (
        <State key={state.id} {...props} state={state} isOpen isStop={state.id === first} />
      ))}
      {layout.starts.map(start => (
        <Start key={`${start.kind}:${start.id}`} start={start} />
      ))}
      {layout.transitions.map(transition => (
        <Line key={keyOf(transition)} {...props} transition={transition} />
      ))}
      {leaves.map(state => (
        <State key={state.id} {...props} state={state} isOpen={false} isStop={state.id === first} />
      ))}
      {layout.transitions.map(transition => (
        <Label
          key={keyOf(transition)}
          {...props}
          transition={transition}
          isStop={transition.id === first}
          isInGroup={groups.some(group => transition.label && holds(group, transition.label))}
        />
      ))}
    </>
  )
})

/** A transition with several targets has an arrow for each; no two end at the same place. */
const keyOf = ({ id, path }: PlacedTransition): string => `${id} ${path.at(-1)?.join(' ') ?? ''}`

const parentOf = (chart: Chart, id: string): string | null | undefined =>
  chart.states.find(state => state.id === id)?.parent

const isPlaced = (layout: ChartLayout, id: string): boolean =>
  [...layout.states, ...layout.transitions].some(placed => placed.id === id)

const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const areaAttributes = ({ x, y, width, height }: Box) => ({
  'data-x': x,
  'data-y': y,
  'data-width': width,
  'data-height': height,
})

/** Enter and Space of an item, as a button has them. */
const onKeys =
  (enter: () => void, space: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (event.key === 'Enter') enter()
    else space()
  }

interface StateProps extends DiagramProps {
  state: PlacedState
  isOpen: boolean
  isStop: boolean
}

const nameTop = 21
const nameLine = 17
const shadeHeight = 26

function State({ chart, marks, selected, onSelect, onFold, state, isOpen, isStop }: StateProps) {
  const t = useMessages('inspector.diagram')
  const definition = chart.states.find(({ id }) => id === state.id)
  if (!definition) return null
  const { id, x, y, width, height, lines, isFolded } = state
  const mark = marks.get(id)
  const select = () => onSelect(id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button of its own
    <g
      role="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={stateLabel(t, chart, definition, mark, isFolded)}
      aria-pressed={selected === id}
      className={styles.state}
      data-item
      {...areaAttributes(isOpen ? { ...state, height: shadeHeight } : state)}
      data-kind={isOpen ? 'group' : definition.kind}
      data-tone={mark?.tone}
      data-folded={isFolded || undefined}
      data-outermost={definition.parent === '' || undefined}
      data-selected={selected === id || undefined}
      onClick={select}
      onKeyDown={onKeys(select, isOpen || isFolded ? () => onFold(id) : select)}
    >
      <rect className={styles.halo} x={x - 3} y={y - 3} width={width + 6} height={height + 6} rx={9} />
      {isFolded && <rect className={styles.under} x={x + 4} y={y + 4} width={width} height={height} rx={6} />}
      <rect className={styles.box} x={x} y={y} width={width} height={height} rx={isOpen ? 8 : 6} />
      {mark?.tone === 'heat' && (
        <rect
          className={styles.heat}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={isOpen ? 8 : 6}
          fillOpacity={(mark.level ?? 1) * 0.5}
        />
      )}
      {definition.kind === 'final' && (
        <rect className={styles.inner} x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={4} />
      )}
      <text className={styles.name}>
        {lines.map((line, at) => (
          <tspan
            key={line}
            x={isOpen ? x + 12 : x + (width - (isFolded ? 16 : 0)) / 2}
            y={y + nameTop + at * nameLine}
          >
            {line}
          </tspan>
        ))}
      </text>
      {(isOpen || isFolded) && <FoldButton state={state} isFolded={isFolded} onFold={onFold} />}
      {mark?.label && <Pill mark={mark} x={x + width} y={y} />}
    </g>
  )
}

/** For the pointer; the keyboard folds by Space, and the details have a button. */
function FoldButton({
  state,
  isFolded,
  onFold,
}: {
  state: PlacedState
  isFolded: boolean
  onFold: (id: string) => void
}) {
  const [x, y] = [state.x + state.width - 16, state.y + 16]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not for the keyboard
    <g
      className={styles.fold}
      onClick={event => {
        event.stopPropagation()
        onFold(state.id)
      }}
    >
      <rect x={x - 12} y={y - 12} width={24} height={24} rx={4} />
      <path d={`M${x - 4} ${y}h8${isFolded ? `M${x} ${y - 4}v8` : ''}`} />
    </g>
  )
}

function Start({ start }: { start: PlacedStart }) {
  const t = useMessages('inspector.diagram')
  const [x, y] = start.at
  if (start.kind === 'anywhere') {
    return (
      <g className={styles.anywhere}>
        <rect x={x - 32} y={y - 11} width={64} height={22} rx={11} />
        <text x={x} y={y + 3.5}>
          {t('anywhere')}
        </text>
      </g>
    )
  }
  return (
    <g className={styles.start}>
      <circle cx={x} cy={y} r={4.5} />
      <path className={styles.line} d={roundedPath(start.path)} strokeWidth={1.25} />
      <path className={styles.head} d={arrowHead(start.path)} />
    </g>
  )
}

interface TransitionProps extends DiagramProps {
  transition: PlacedTransition
}

function Line({ marks, selected, onSelect, transition: { id, path } }: TransitionProps) {
  if (path.length === 0) return null
  const mark = marks.get(id)
  const d = roundedPath(path)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not for the keyboard
    <g
      className={styles.arrow}
      data-tone={mark?.tone}
      data-selected={selected === id || undefined}
      onClick={() => onSelect(id)}
    >
      <path className={styles.reach} d={d} />
      <path className={styles.line} d={d} strokeWidth={lineWidth(mark)} />
      <path className={styles.head} d={arrowHead(path)} />
    </g>
  )
}

const lineWidth = (mark: Mark | undefined): number =>
  mark?.tone === 'heat' ? 1.25 + 3.5 * (mark.level ?? 1) : 1.25

const labelTop = 12
const labelLine = 13

interface LabelProps extends TransitionProps {
  isStop: boolean
  isInGroup: boolean
}

function Label({ chart, marks, selected, onSelect, transition, isStop, isInGroup }: LabelProps) {
  const t = useMessages('inspector.diagram')
  const { id, label, path } = transition
  const definition = chart.transitions.find(other => other.id === id)
  if (!label || !definition) return null
  const { x, y, width, height, lines } = label
  const mark = marks.get(id)
  const select = () => onSelect(id)
  const isWritten = path.length === 0
  // Words within the current state stand on a sheet of their own: its colour is for its name.
  const isOnCurrent = isWritten && marks.get(definition.source)?.tone === 'current'
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button of its own
    <g
      role="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={transitionLabel(t, chart, definition, mark)}
      aria-pressed={selected === id}
      className={styles.label}
      data-item
      {...areaAttributes(label)}
      data-tone={mark?.tone}
      data-written={isWritten || undefined}
      data-ground={(isInGroup && !isWritten) || isOnCurrent ? 'group' : undefined}
      data-selected={selected === id || undefined}
      onClick={select}
      onKeyDown={onKeys(select, select)}
    >
      <rect className={styles.ground} x={x} y={y} width={width} height={height} rx={3} />
      <text>
        {lines.map((line, at) => (
          <tspan
            key={line}
            className={at === 0 ? styles.event : styles.guards}
            x={isWritten ? x + 5 : x + width / 2}
            y={y + labelTop + at * labelLine}
          >
            {line}
          </tspan>
        ))}
      </text>
      {mark?.label && <Pill mark={mark} x={x + width} y={y} />}
    </g>
  )
}

const pillSign = 6.1

/** A few characters on the upper right corner, beside the words. */
function Pill({ mark, x, y }: { mark: Mark; x: number; y: number }) {
  const text = mark.label ?? ''
  const width = Math.max(18, text.length * pillSign + 10)
  return (
    <g className={styles.pill}>
      <rect x={x - 8} y={y - 10} width={width} height={16} rx={8} />
      <text x={x - 8 + width / 2} y={y + 1.6}>
        {text}
      </text>
    </g>
  )
}
