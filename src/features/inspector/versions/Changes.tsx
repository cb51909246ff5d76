import type { ReactNode } from 'react'
import type { Chart, ChartState, ChartTransition } from '../../../machines/inspection/chart.ts'
import type { Change, ChartDifference } from '../../../machines/inspection/diff.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import { Card, Stack, StatusTag, type Tone } from '../../../ui/index.ts'
import { nameOf, transitionLabel } from '../diagram/describe.ts'
import styles from './Changes.module.css'

type Kind = 'added' | 'removed' | 'changed'

const tones: Record<Kind, Tone> = { added: 'good', removed: 'failed', changed: 'attention' }
const order: readonly Kind[] = ['added', 'removed', 'changed']

interface Line {
  id: string
  kind: Kind
  text: ReactNode
}

/** Which properties differ, and for guards, actions and targets from what to what. */
const differing = <T extends ChartState | ChartTransition>(
  t: Translate<'inspector.versions'>,
  { before, after, differs }: Change<T>,
): ReactNode => {
  const properties = differs.map(key => t(`properties.${key as keyof ChartState | keyof ChartTransition}`))
  const values = (version: T) =>
    differs.map(key => [version[key]].flat().map(String).join(', ') || t('none')).join('; ')
  return (
    <>
      {t('differs', { properties: properties.join(', ') })}: <del>{values(before)}</del>{' '}
      <ins>{values(after)}</ins>
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
  const t = useMessages('inspector.versions')
  const diagramMessages = useMessages('inspector.diagram')
  const list = <T extends ChartState | ChartTransition>(
    { added, removed, changed }: { added: T[]; removed: T[]; changed: Change<T>[] },
    textOf: (chart: Chart, entry: T) => string,
  ): Line[] => [
    ...added.map((entry): Line => ({ id: entry.id, kind: 'added', text: textOf(after, entry) })),
    ...removed.map((entry): Line => ({ id: entry.id, kind: 'removed', text: textOf(before, entry) })),
    ...changed.map(
      (change): Line => ({
        id: change.id,
        kind: 'changed',
        text: (
          <>
            {textOf(after, change.after)} {differing(t, change)}
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
        title={t('kinds.states')}
        lines={list(states, (chart, { id }) => `${nameOf(diagramMessages, chart, id)} (${id})`)}
      />
      <Part
        title={t('kinds.transitions')}
        lines={list(transitions, (chart, entry) => transitionLabel(diagramMessages, chart, entry))}
      />
      <Part
        title={t('kinds.guards')}
        lines={[...guards.added.map(guard('added')), ...guards.removed.map(guard('removed'))]}
      />
    </>
  )
}

function Part({ title, lines }: { title: string; lines: readonly Line[] }) {
  const t = useMessages('inspector.versions')
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
                  {t(`changes.${kind}`)} ({own.length})
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
