import { lanes, type SequenceMessage } from '../../../domain/wire/inspection.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { ScrollRegion } from '../../../ui/index.ts'
import styles from './Lanes.module.css'
import { nameOf } from './naming.ts'
import type { PlacedMessage } from './turns.ts'

const laneWidth = 190
const rowHeight = 30
const top = 44
const left = 60
const width = left * 2 + laneWidth * (lanes.length - 1)

const xOf = (lane: SequenceMessage['from']): number => left + lanes.indexOf(lane) * laneWidth

/** Messages as arrows between lanes, the earliest at the top. Complete in the table below it. */
export function Lanes({ messages }: { messages: readonly PlacedMessage[] }) {
  const t = useMessages('inspector.sequence')
  const height = top + messages.length * rowHeight + 12
  return (
    <ScrollRegion label={t('lanesTitle')} isBounded>
      <svg
        className={styles.lanes}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={t('picture', { count: messages.length })}
      >
        <defs>
          <marker
            id="sequence-head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0l8 4-8 4z" fill="var(--accent)" />
          </marker>
        </defs>
        {lanes.map(lane => (
          <g key={lane}>
            <text fill="var(--text)" fontSize={14} fontWeight={650} textAnchor="middle" x={xOf(lane)} y={20}>
              {t(`lanes.${lane}`)}
            </text>
            <line stroke="var(--line)" x1={xOf(lane)} x2={xOf(lane)} y1={30} y2={height} />
          </g>
        ))}
        {messages.map(message => (
          <Arrow key={message.position} message={message} y={top + message.position * rowHeight + 14} />
        ))}
      </svg>
    </ScrollRegion>
  )
}

/** Broken and red for what went wrong, dotted and quiet for what was only told or asked for. */
const lineOf = (kind: SequenceMessage['kind']) => {
  if (kind === 'refusal' || kind === 'fault') return { stroke: 'var(--failed)', strokeDasharray: '5 4' }
  if (kind === 'live' || kind === 'work') return { stroke: 'var(--muted)', strokeDasharray: '2 4' }
  return { stroke: 'var(--accent)' }
}

function Arrow({ message, y }: { message: SequenceMessage; y: number }) {
  const text = useText()
  const t = useMessages('inspector.sequence')
  const { from, to, kind } = message
  const [x1, x2] = [xOf(from), xOf(to)]
  return (
    <g>
      {x1 === x2 ? (
        <circle fill="var(--accent)" cx={x1} cy={y} r={4} />
      ) : (
        <line
          {...lineOf(kind)}
          strokeWidth={1.5}
          x1={x1}
          x2={x2}
          y1={y}
          y2={y}
          markerEnd="url(#sequence-head)"
        />
      )}
      <text fill="var(--text)" fontSize={12} textAnchor="middle" x={(x1 + x2) / 2} y={y - 5}>
        {nameOf(t, text, message)}
      </text>
    </g>
  )
}
