import { type ReactNode, Suspense, use } from 'react'
import type { Chart } from '../../../machines/inspection/chart.ts'
import { foldableStates, foldingKey, isWithin, normalFolding } from '../../../machines/inspection/folding.ts'
import type { Box, ChartLayout } from '../../../machines/inspection/layout.ts'
import { useMessages } from '../../../messages/index.ts'
import { Canvas, CanvasPlace } from '../../../ui/index.ts'
import { type AddressChange, encodeZoom, useInspectorAddress } from '../address.ts'
import { chartName } from '../charts.ts'
import styles from './ChartDiagram.module.css'
import { Details } from './Details.tsx'
import drawing from './Diagram.module.css'
import { Diagram } from './Diagram.tsx'
import { tonesIn } from './describe.ts'
import { canBeFolded, drawingName, drawingOf, foldingFor } from './drawings.ts'
import type { Marks } from './marks.ts'
import { Toolbar } from './Toolbar.tsx'

export interface ChartDiagramProps {
  chart: Chart
  /** Release from which the chart is; this build's own when absent. */
  version?: string | undefined
  marks?: Marks
  /** Between toolbar and drawing; by default the tones that the marks use. */
  legend?: ReactNode
  /** Under the drawing. */
  below?: ReactNode
  /** More about the chosen state or transition, in the panel beside the drawing. */
  details?: (id: string) => ReactNode
  /** What else changes in the address when another state or transition is chosen: what the view shows of the former one. */
  onChoice?: AddressChange
}

const none: Marks = new Map()

/** All folded or unfolded, it is another drawing: what was in sight says nothing any more. */
const anew = (state: string | undefined) => ({ state, zoom: undefined })

/** A chart with everything to look around in it; what is chosen, folded and in sight stands in the address. */
export function ChartDiagram({
  chart,
  version,
  marks = none,
  legend,
  below,
  details,
  onChoice,
}: ChartDiagramProps) {
  const t = useMessages('inspector.diagram')
  const { address, go } = useInspectorAddress()
  const known = [...chart.states, ...chart.transitions].some(({ id }) => id === address.state)
  const selected = known ? address.state : undefined
  const name = drawingName(chart.id, version)
  const isFoldable = canBeFolded(name)
  const folded = isFoldable ? foldingFor(chart, address.fold, selected) : []
  const fold = (states: readonly string[], change: { state: string | undefined; zoom?: undefined }) =>
    go({ fold: normalFolding(chart, states).join(' '), ...change }, { replace: true })
  const choose = (state: string | undefined) => go({ ...onChoice, state })
  const toggle = (id: string) => {
    if (!isFoldable) return
    const others = folded.filter(other => other !== id)
    const isClosing = others.length === folded.length
    const stays = !isClosing || selected === undefined || !isWithin(stateOf(chart, selected), id)
    fold(isClosing ? [...folded, id] : others, { state: stays ? selected : id })
  }
  return (
    <div className={styles.whole}>
      <Toolbar
        chart={chart}
        selected={selected}
        onSelect={choose}
        onFoldAll={() => fold(foldableStates(chart), anew(undefined))}
        onUnfoldAll={() => fold([], anew(selected))}
        foldedCount={folded.length}
        isFoldable={isFoldable}
      />
      {legend ?? <Legend marks={marks} />}
      <div className={styles.place} data-chosen={selected !== undefined || undefined}>
        <Suspense fallback={<CanvasPlace label={t('name', { chart: chartName(chart) })} />}>
          <Drawing
            key={name}
            chart={chart}
            drawing={drawingOf(name, foldingKey(chart, folded))}
            marks={marks}
            selected={selected}
            onSelect={choose}
            onFold={toggle}
          />
        </Suspense>
        {selected !== undefined && (
          <Details
            chart={chart}
            selected={selected}
            isFolded={folded.includes(selected)}
            isFoldable={isFoldable}
            onSelect={choose}
            onFold={toggle}
          >
            {details?.(selected)}
          </Details>
        )}
      </div>
      {below}
    </div>
  )
}

const stateOf = (chart: Chart, id: string): string =>
  chart.transitions.find(transition => transition.id === id)?.source ?? id

interface DrawingProps {
  chart: Chart
  drawing: Promise<ChartLayout>
  marks: Marks
  selected: string | undefined
  onSelect: (id: string) => void
  onFold: (id: string) => void
}

function Drawing({ chart, drawing, marks, selected, onSelect, onFold }: DrawingProps) {
  const t = useMessages('inspector.diagram')
  const { address, go } = useInspectorAddress()
  const layout = use(drawing)
  const area = selected === undefined ? undefined : areaOf(layout, selected)
  const current = currentOf(layout, marks)
  return (
    <Canvas
      label={t('name', { chart: chartName(chart) })}
      description={t('help')}
      content={layout}
      start={current ? middleOf(current) : startOf(layout)}
      view={address.zoom}
      onViewChange={view => go({ zoom: encodeZoom(view) }, { replace: true })}
      shown={area && selected !== undefined ? { ...area, id: selected } : undefined}
      // Who has chosen something looks at that.
      followed={selected === undefined ? current : undefined}
      overview={layout.states
        .filter(({ id }) => id !== '')
        .map(({ id, x, y, width, height }) => (
          <rect
            key={id}
            className={styles.little}
            data-tone={marks.get(id)?.tone}
            x={x}
            y={y}
            width={width}
            height={height}
            rx={6}
          />
        ))}
    >
      <Diagram
        chart={chart}
        layout={layout}
        marks={marks}
        selected={selected}
        onSelect={onSelect}
        onFold={onFold}
      />
    </Canvas>
  )
}

/** The current state, where the drawing shows it: states inside others come after them. */
const currentOf = (layout: ChartLayout, marks: Marks) =>
  layout.states.findLast(({ id }) => marks.get(id)?.tone === 'current')

const middleOf = ({ x, y, width, height }: Box): { x: number; y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
})

/** Where the chart itself begins. */
const startOf = (layout: ChartLayout): { x: number; y: number } => {
  const [x, y] = layout.starts.find(({ id, kind }) => id === '' && kind === 'initial')?.at ?? [0, 0]
  return { x, y }
}

/** Where a state stands, or the label of a transition. */
const areaOf = (layout: ChartLayout, id: string): Box | undefined =>
  layout.states.find(state => state.id === id) ??
  layout.transitions.find(transition => transition.id === id)?.label ??
  undefined

/** The meaning of each kind of mark shown; nothing without marks. */
function Legend({ marks }: { marks: Marks }) {
  const t = useMessages('inspector.diagram')
  const tones = tonesIn(marks)
  if (tones.length === 0) return null
  return (
    <ul className={styles.legend} aria-label={t('legend')} data-plain>
      {tones.map(tone => (
        <li key={tone}>
          <span className={drawing.sample} data-tone={tone} aria-hidden="true" />
          {t(`tones.${tone}`)}
        </li>
      ))}
    </ul>
  )
}
