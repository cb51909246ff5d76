import { Stack } from '../../../ui/index.ts'
import { usePerson } from '../question/PersonField.tsx'
import type { ViewProps } from '../views.ts'
import { AnswerTable } from './AnswerTable.tsx'
import { AskedRecord, Asker, eventBy } from './AskedRecord.tsx'
import { answerTo, eventsOfChart } from './decisions.ts'

/** Whether each event may happen to a record now, for any person, and why not. */
export function View({ chart }: ViewProps) {
  const { person, place } = usePerson()
  return (
    <AskedRecord chart={chart}>
      {(asking, now) => (
        <Stack gap={4}>
          <Asker facts={now.facts} />
          <AnswerTable
            asking={asking}
            now={now}
            answers={eventsOfChart(chart).map(event =>
              answerTo(asking, now, eventBy(event, person, place, now.facts)),
            )}
          />
        </Stack>
      )}
    </AskedRecord>
  )
}
