import { type ReactNode, use } from 'react'
import type { ChartHistory } from '../../../domain/wire/chartHistories.ts'
import { useMessages } from '../../../messages/index.ts'
import { Card, DescriptionList, Row, Stack } from '../../../ui/index.ts'
import { PayloadList } from '../history/PayloadList.tsx'
import { PersonField } from '../question/PersonField.tsx'
import { actorOf, type Person, type Place } from '../question/people.ts'
import type { ViewProps } from '../views.ts'
import { type AskedChart, loadAskedChart, type Situation, situationOf } from './decisions.ts'
import { stateLabel } from './naming.ts'
import { OfRecord } from './OfRecord.tsx'

interface AskedRecordProps extends ViewProps {
  children: (asking: AskedChart, now: Situation) => ReactNode
}

/** What a question about one record needs: its chart as the server enforces it, and the record as it is. */
export function AskedRecord({ chart, children }: AskedRecordProps) {
  // Asked for outside of what waits for it, which would otherwise ask again at each try.
  const asking = loadAskedChart(chart)
  return (
    <OfRecord chart={chart}>
      {history => (
        <WithChart asking={asking} history={history}>
          {children}
        </WithChart>
      )}
    </OfRecord>
  )
}

function WithChart({
  asking,
  history,
  children,
}: Pick<AskedRecordProps, 'children'> & { asking: Promise<AskedChart>; history: ChartHistory }) {
  const t = useMessages('inspector.records')
  const chart = use(asking)
  const now = situationOf(chart, history)
  return now ? children(chart, now) : <p>{t('formerState', { state: stateLabel(history.state) })}</p>
}

/** The person who is asked about, and what the guards read. */
export function Asker({ facts }: Pick<Situation, 'facts'>) {
  const t = useMessages('inspector.records')
  return (
    <Card title={t('question')} level={3} hint={t('questionHint')}>
      <Stack gap={3}>
        <Row gap={3} align="end">
          <PersonField />
        </Row>
        <DescriptionList
          items={[{ id: 'facts', term: t('factsNow'), value: <PayloadList content={facts} /> }]}
        />
      </Stack>
    </Card>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An event as the chart reads it, caused by a person. The organisations are those that the facts name. */
export const eventBy = (type: string, person: Person, at: Place, facts: Situation['facts']) => ({
  type,
  actor: actorOf(person, at, { instId: textOf(facts.instId), regulatorCode: textOf(facts.regulatorCode) }),
})
