import type { ReactNode } from 'react'
import type { Chart } from '../../../machines/inspection/chart.ts'
import type { Change, ChartDifference } from '../../../machines/inspection/diff.ts'
import { Card, Stack, StatusTag, type Tone } from '../../../ui/index.ts'
import { nameOf, transitionLabel } from '../diagram/describe.ts'
import styles from './Changes.module.css'
import { texts } from './texts.ts'

type Kind = keyof typeof texts.changes

const tones: Record<Kind, Tone> = { added: 'good', removed: 'failed', changed: 'attention' }
const order: readonly Kind[] = ['added', 'removed', 'changed']

interface Line {
  id: string
  kind: Kind
  text: ReactNode
}

/** Which properties differ, and for guards, actions and targets from what to what. */
const told = <T extends object>({ before, after, differs }: Change<T>): ReactNode => {
  const words = differs.map(key => texts.properties[key as keyof typeof texts.properties] ?? String(key))
  const values = (version: T) =>
    differs.map(key => [version[key]].flat().map(String).join(', ') || texts.none).join('; ')
  return (
    <>
      {texts.differs(words.join(', '))}: <del>{values(before)}</del> <ins>{values(after)}</ins>
    </>
  )
}

interface ChangesProps {
  before: Chart
  after: Chart
  difference: ChartDifference
}

/** Every difference in words: states, transitions, guards. */
export function Changes({ before, after, difference: { states, transitions, guards } }: ChangesProps) {
  const list = <T extends { id: string }>(
    { added, removed, changed }: { added: T[]; removed: T[]; changed: Change<T>[] },
    tell: (chart: Chart, entry: T) => string,
  ): Line[] => [
    ...added.map((entry): Line => ({ id: entry.id, kind: 'added', text: tell(after, entry) })),
    ...removed.map((entry): Line => ({ id: entry.id, kind: 'removed', text: tell(before, entry) })),
    ...changed.map(
      (change): Line => ({
        id: change.id,
        kind: 'changed',
        text: (
          <>
            {tell(after, change.after)} {told(change)}
          </>
        ),
      }),
    ),
  ]
  const guard =
    (kind: Kind) =>
    (name: string): Line => ({ id: name, kind, text: <code>{name}</code> })
  return (
    <>
      <Part
        title={texts.kinds.states}
        lines={list(states, (chart, { id }) => `${nameOf(chart, id)} (${id})`)}
      />
      <Part
        title={texts.kinds.transitions}
        lines={list(transitions, (chart, entry) => transitionLabel(chart, entry))}
      />
      <Part
        title={texts.kinds.guards}
        lines={[...guards.added.map(guard('added')), ...guards.removed.map(guard('removed'))]}
      />
    </>
  )
}

function Part({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <Card title={title} level={3}>
      <Stack gap={2}>
        {order.map(kind => {
          const own = lines.filter(line => line.kind === kind)
          return (
            own.length > 0 && (
              <section key={kind} className={styles.part}>
                <StatusTag tone={tones[kind]}>
                  {texts.changes[kind]} ({own.length})
                </StatusTag>
                <ul className={styles.lines}>
                  {own.map(({ id, text }) => (
                    <li key={id}>{text}</li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </Stack>
    </Card>
  )
}
