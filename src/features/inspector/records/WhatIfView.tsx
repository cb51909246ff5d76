import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { usePerson } from '../question/PersonField.tsx'
import { personById, personLabel, places } from '../question/people.ts'
import type { ViewProps } from '../views.ts'
import { AnswerTable } from './AnswerTable.tsx'
import { AskedRecord, Asker, eventBy } from './AskedRecord.tsx'
import {
  type Act,
  type Answer,
  type AskedChart,
  answerTo,
  eventsOfChart,
  type Situation,
} from './decisions.ts'
import { eventLabel, stateLabel } from './naming.ts'

/** The acts that the address holds, as "EVENT:person:place", with spaces between. */
const actsIn = (text: string | undefined): Act[] =>
  (text ?? '')
    .split(' ')
    .filter(Boolean)
    .map(act => {
      const [event = '', who, place] = act.split(':')
      return { event, person: personById(who), at: places.find(id => id === place) ?? 'own' }
    })

const written = (acts: readonly Act[]): string | undefined =>
  acts.map(({ event, person, at }) => `${event}:${person.id}:${at}`).join(' ') || undefined

interface Taken extends Act {
  from: string
  after: NonNullable<Answer['after']>
}

/** The acts that the chart takes one after the other, up to the first that it refuses. */
const takenOf = (asking: AskedChart, now: Situation, acts: readonly Act[]): Taken[] => {
  const taken: Taken[] = []
  for (const act of acts) {
    const before: Situation = taken.at(-1)?.after ?? now
    const { after } = answerTo(asking, before, eventBy(act.event, act.person, act.at, before.facts))
    if (!after) break
    taken.push({ ...act, from: before.place, after })
  }
  return taken
}

/** What would follow if somebody did something to a record, step by step. */
export function View({ chart }: ViewProps) {
  const { parameter, go } = useInspectorAddress()
  const { person, place } = usePerson()
  return (
    <AskedRecord chart={chart}>
      {(asking, start) => {
        const taken = takenOf(asking, start, actsIn(parameter('took')))
        const now = taken.at(-1)?.after ?? start
        const keep = (acts: readonly Act[]) => go({ took: written(acts) }, { replace: true })
        return (
          <Stack gap={4}>
            <Asker facts={now.facts} />
            <Steps asking={asking} taken={taken} onGoBack={count => keep(taken.slice(0, count))} />
            <AnswerTable
              asking={asking}
              now={now}
              answers={eventsOfChart(chart).map(event =>
                answerTo(asking, now, eventBy(event, person, place, now.facts)),
              )}
              onTake={event => keep([...taken, { event, person, at: place }])}
            />
          </Stack>
        )
      }}
    </AskedRecord>
  )
}

function Steps({
  asking,
  taken,
  onGoBack,
}: {
  asking: AskedChart
  taken: readonly Taken[]
  onGoBack: (count: number) => void
}) {
  const t = useMessages('inspector.records')
  const questionMessages = useMessages('inspector.question')
  const text = useText()
  return (
    <Card
      title={t('steps')}
      level={3}
      actions={
        taken.length > 0 && (
          <Button size="small" variant="quiet" onPress={() => onGoBack(taken.length - 1)}>
            {t('undo')}
          </Button>
        )
      }
    >
      {taken.length === 0 ? (
        <p>{t('noSteps')}</p>
      ) : (
        <ol>
          {taken.map(({ event, person, from, after }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same event may be taken several times
            <li key={at}>
              <strong>{eventLabel(event)}</strong> {personLabel(questionMessages, text, person)}:{' '}
              {stateLabel(asking.stateIdOf(from))} → {stateLabel(asking.stateIdOf(after.place))}
              {after.effects.length > 0 && `. ${t('follows', { effects: after.effects.join(', ') })}`}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
