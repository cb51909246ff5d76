import { eventTitle } from '../../../machines/inspection/label.ts'
import { useMessages } from '../../../messages/index.ts'
import { ScrollRegion } from '../../../ui/index.ts'
import type { ObservedMessage } from './observe.ts'

const laneWidth = 190
const rowHeight = 30
const top = 44
const left = 95

interface LanesProps {
  messages: readonly ObservedMessage[]
  nameOf: (id: string | undefined) => string
}

/** Events as arrows between actors, the earliest at the top. Complete in the table below it. */
export function MessageLanes({ messages, nameOf }: LanesProps) {
  const t = useMessages('inspector.running')
  const lanes = [...new Set(messages.flatMap(({ from, to }) => [from, to]))]
  const xOf = (actor: string | undefined): number => left + lanes.indexOf(actor) * laneWidth
  const width = left * 2 + laneWidth * (lanes.length - 1)
  const height = top + messages.length * rowHeight + 12
  return (
    <ScrollRegion label={t('sequence')} isBounded>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={t('picture', { count: messages.length })}
      >
        <defs>
          <marker
            id="running-head"
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
          <g key={lane ?? ''}>
            <text fill="var(--text)" fontSize={13} fontWeight={650} textAnchor="middle" x={xOf(lane)} y={20}>
              {shortName(nameOf(lane))}
            </text>
            <line stroke="var(--line)" x1={xOf(lane)} x2={xOf(lane)} y1={30} y2={height} />
          </g>
        ))}
        {messages.map(({ id, from, to, event }, at) => {
          const y = top + at * rowHeight + 14
          return (
            <g key={id}>
              {from === to ? (
                <circle fill="var(--accent)" cx={xOf(to)} cy={y} r={4} />
              ) : (
                <line
                  stroke="var(--accent)"
                  strokeWidth={1.5}
                  x1={xOf(from)}
                  x2={xOf(to)}
                  y1={y}
                  y2={y}
                  markerEnd="url(#running-head)"
                />
              )}
              <text
                fill="var(--text)"
                fontSize={12}
                textAnchor="middle"
                x={(xOf(from) + xOf(to)) / 2}
                y={y - 5}
              >
                {eventTitle(event)}
              </text>
            </g>
          )
        })}
      </svg>
    </ScrollRegion>
  )
}

const longest = 26

/** A name that fits into its lane: of a path, its end. */
const shortName = (name: string): string => (name.length > longest ? `…${name.slice(1 - longest)}` : name)
