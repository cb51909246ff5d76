import { type KeyboardEvent, useMemo, useRef } from 'react'
import { exactStatusLabel, stepLabel } from '../../../domain/labels.ts'
import type { Heat } from '../../../domain/wire/inspection.ts'
import { arrowHead, roundedPath } from '../../../machines/inspection/drawing.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { formatCount, ScrollRegion } from '../../../ui/index.ts'
import { cardWidth, drawingOf, isArrowKey, neighbourOf, type PlacedCard, type PlacedWay } from './drawing.ts'
import type { Measure } from './marks.ts'
import styles from './StageMap.module.css'
import { spanText } from './span.ts'
import { columnsOf, type StageCard, waysBetween } from './stages.ts'

export interface StageMapProps {
  heat: Heat
  measure: Measure
  /** Id of the chosen state. */
  selected: string | undefined
  /** A card is pressed: it is chosen, or no longer where it was. */
  onPress: (id: string) => void
}

/** The stages as columns of statuses, coloured by a figure, with the ways between them: thicker where more went. */
export function StageMap({ heat, measure, selected, onPress }: StageMapProps) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const place = useRef<SVGSVGElement>(null)
  const drawing = useMemo(
    () =>
      drawingOf(columnsOf(heat, measure), waysBetween(heat), ({ status }) => text(exactStatusLabel(status))),
    [heat, measure, text],
  )
  const { width, height, columns, cards, ways } = drawing
  const most = Math.max(1, ...ways.map(({ way }) => way.count))
  const stop = cards.some(({ card }) => card.id === selected) ? selected : cards[0]?.card.id
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isArrowKey(event.key)) return
    event.preventDefault()
    const buttons = [...(place.current?.querySelectorAll<SVGGElement>('[role=button]') ?? [])]
    const from = cards[buttons.findIndex(button => button.contains(document.activeElement))]
    const to = from && neighbourOf(cards, from, event.key)
    if (to) buttons[cards.indexOf(to)]?.focus()
  }
  return (
    <ScrollRegion label={t('picture')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <svg
        ref={place}
        className={styles.map}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={t('picture')}
        onKeyDown={onKeyDown}
      >
        {columns.map(({ stage, x, width: own }, at) => (
          <g key={stage}>
            {at % 2 === 0 && (
              <rect fill="var(--sunken)" x={x - 10} y={0} width={own + 20} height={height} rx={6} />
            )}
            <text fill={ink.muted} fontSize={12.5} fontWeight={600} x={x} y={24}>
              {text(stepLabel(stage))}
            </text>
          </g>
        ))}
        {ways.map(placed => (
          <Way key={`${placed.way.from} ${placed.way.to}`} placed={placed} most={most} />
        ))}
        {cards.map(placed => (
          <Card
            key={placed.card.id}
            placed={placed}
            isSelected={placed.card.id === selected}
            isStop={placed.card.id === stop}
            onPress={() => onPress(placed.card.id)}
          />
        ))}
      </svg>
    </ScrollRegion>
  )
}

/** Colours of the palette, as attributes: the picture is fetched with its view, the style sheet with every page. */
const ink = { text: 'var(--text)', muted: 'var(--muted)', raised: 'var(--raised)' } as const
/** Steps of the scale are grounds to write on: as lines they would be too faint. */
const lineColour = 'var(--edge)'
const fillOf = (level: number): string => (level === 0 ? ink.raised : `var(--heat-${level})`)

/** From a hair to a band: between them lie orders of magnitude. */
const widthOf = (count: number, most: number): number => 1.5 + (5 * Math.log1p(count)) / Math.log1p(most)

function Way({ placed: { way, points, label, isBack }, most }: { placed: PlacedWay; most: number }) {
  return (
    <g className={styles.way}>
      <path
        fill="none"
        stroke={lineColour}
        strokeLinejoin="round"
        strokeDasharray={isBack ? '6 4' : undefined}
        strokeWidth={widthOf(way.count, most)}
        d={roundedPath(points)}
      />
      <path fill={lineColour} stroke={lineColour} strokeWidth={2} d={arrowHead(points)} />
      {label && (
        <text fill={ink.muted} fontSize={11.5} x={label[0]} y={label[1]}>
          {formatCount(way.count)}
        </text>
      )}
    </g>
  )
}

/** What a card says, read out in one go. */
const cardLabel = (t: Translate<'inspector.heat'>, text: ToText, { status, figures }: StageCard): string =>
  [
    `${text(exactStatusLabel(status))}: ${t('card.visits', { count: figures.visits })}`,
    ...(figures.median === null ? [] : [t('card.median', { span: spanText(t, text, figures.median) })]),
    ...(figures.current > 0 ? [t('card.now', { count: figures.current })] : []),
  ].join(', ')

interface CardProps {
  placed: PlacedCard
  isSelected: boolean
  /** The keyboard comes to it first. */
  isStop: boolean
  onPress: () => void
}

const characterWidth = 6.6

function Card({ placed: { card, x, y, height, lines }, isSelected, isStop, onPress }: CardProps) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const { figures, level, isLong } = card
  const wait = figures.median === null ? undefined : spanText(t, text, figures.median)
  const now = formatCount(figures.current)
  const nowWidth = Math.max(22, now.length * characterWidth + 14)
  const bottom = y + height - 12
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button of its own
    <g
      role="button"
      tabIndex={isStop ? 0 : -1}
      className={styles.card}
      aria-label={cardLabel(t, text, card)}
      aria-pressed={isSelected}
      data-selected={isSelected || undefined}
      onClick={onPress}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onPress()
      }}
    >
      <rect
        className={styles.box}
        fill={fillOf(level)}
        stroke="var(--edge)"
        x={x}
        y={y}
        width={cardWidth}
        height={height}
        rx={6}
      />
      <text fill={ink.text} fontSize={12.5} fontWeight={650}>
        {lines.map((line, at) => (
          <tspan key={line} x={x + 10} y={y + 18 + at * 15}>
            {line}
          </tspan>
        ))}
      </text>
      <text fill={ink.text} fontSize={12.5} fontWeight={600} x={x + 10} y={bottom}>
        {formatCount(figures.visits)}
      </text>
      {wait !== undefined && <Wait text={wait} isLong={isLong} x={x + cardWidth - 10} y={bottom} />}
      {figures.current > 0 && (
        <g>
          <rect
            fill={ink.text}
            x={x + cardWidth - nowWidth + 6}
            y={y - 11}
            width={nowWidth}
            height={20}
            rx={10}
          />
          <text
            fill={ink.raised}
            fontSize={11}
            fontWeight={700}
            textAnchor="middle"
            x={x + cardWidth - nowWidth / 2 + 6}
            y={y + 3}
          >
            {now}
          </text>
        </g>
      )}
    </g>
  )
}

/** The median stay; on a sheet with a clock where that is long. */
function Wait({ text, isLong, x, y }: { text: string; isLong: boolean; x: number; y: number }) {
  const width = text.length * characterWidth + 26
  return (
    <g>
      {isLong && (
        <>
          <rect
            fill="var(--attention-bg)"
            stroke="var(--attention-line)"
            x={x - width + 4}
            y={y - 14}
            width={width}
            height={20}
            rx={4}
          />
          <path
            fill="none"
            stroke="var(--attention)"
            strokeWidth={1.25}
            d={`M${x - width + 20} ${y - 4}a5 5 0 1 1 -10 0a5 5 0 1 1 10 0M${x - width + 15} ${y - 7}v3l2 1.5`}
          />
        </>
      )}
      <text
        fill={isLong ? 'var(--attention)' : ink.text}
        fontSize={11.5}
        fontWeight={isLong ? 650 : undefined}
        textAnchor="end"
        x={x - (isLong ? 3 : 0)}
        y={y}
      >
        {text}
      </text>
    </g>
  )
}
