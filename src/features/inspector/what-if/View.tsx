import { useHref } from 'react-router'
import { useMessages } from '../../../messages/index.ts'
import { Banner, Button, Card, Columns, CopyId, Row, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { AboutSubject } from '../question/AboutSubject.tsx'
import { FactsForm } from '../question/FactsForm.tsx'
import type { Subject } from '../question/useSubject.ts'
import type { ViewProps } from '../views.ts'
import { Future } from './Future.tsx'
import { MoveButton, Moves } from './Moves.tsx'
import styles from './Simulation.module.css'
import { Steps } from './Steps.tsx'
import { type Move, marksOf, movesAt, simulate, writtenStep } from './simulation.ts'
import { useChosenPerson, useSteps } from './useSteps.ts'

/** What would come of it: steps taken on the chart from a state on, without touching any data. */
export function View({ chart }: ViewProps) {
  return <AboutSubject at="from">{subject => <Simulated chart={chart} subject={subject} />}</AboutSubject>
}

function Simulated({ chart, subject }: ViewProps & { subject: Subject }) {
  const t = useMessages('inspector.what-if')
  const { written, other, set } = useSteps(subject)
  const person = useChosenPerson()
  const simulation = simulate(subject, written)
  const { steps, situation, stoppedAt } = simulation
  const { moves } = movesAt(situation, person)
  const goOn = ({ event }: Move) => set([...written.slice(0, steps.length), writtenStep(event, person)])
  const moveBy = (transition: string) => moves.find(({ transitions }) => transitions.includes(transition))
  return (
    <Stack gap={4}>
      {stoppedAt !== undefined && <Banner tone="attention" title={t('stopped', { event: stoppedAt })} />}
      <Moves subject={subject} simulation={simulation} onMove={goOn} />
      <ChartDiagram
        chart={chart}
        marks={marksOf(subject, simulation)}
        details={id => {
          const move = moveBy(id)
          return move && <MoveButton move={move} onMove={goOn} />
        }}
      />
      {other ? (
        <Comparison subject={subject} written={written} other={other} />
      ) : (
        <Columns>
          <Steps subject={subject} steps={steps} onGoBack={at => set(written.slice(0, at))} />
          <Future subject={subject} simulation={simulation} actions={<CompareButton subject={subject} />} />
        </Columns>
      )}
      <Columns>
        <Address />
        <FactsForm subject={subject} />
      </Columns>
    </Stack>
  )
}

function CompareButton({ subject }: { subject: Subject }) {
  const t = useMessages('inspector.what-if')
  const { written, compare } = useSteps(subject)
  return (
    written.length > 0 && (
      <Button size="small" onPress={compare}>
        {t('compare')}
      </Button>
    )
  )
}

/** Two futures from the same start beside each other. */
function Comparison({
  subject,
  written,
  other,
}: {
  subject: Subject
  written: readonly string[]
  other: readonly string[]
}) {
  const t = useMessages('inspector.what-if')
  const { set, endComparison } = useSteps(subject)
  const futures = [
    { id: 'kept', written: other },
    { id: 'new', written },
  ] as const
  return (
    <section aria-label={t('comparison')}>
      <Stack gap={4}>
        <Row>
          <Button size="small" icon="close" onPress={endComparison}>
            {t('endComparison')}
          </Button>
        </Row>
        <Columns>
          {futures.map(future => {
            const simulation = simulate(subject, future.written)
            return (
              <Stack key={future.id} gap={4}>
                <Steps
                  subject={subject}
                  steps={simulation.steps}
                  title={t(`futures.${future.id}`)}
                  onGoBack={future.id === 'new' ? at => set(written.slice(0, at)) : undefined}
                />
                <Future subject={subject} simulation={simulation} />
              </Stack>
            )
          })}
        </Columns>
      </Stack>
    </section>
  )
}

function Address() {
  const t = useMessages('inspector.what-if')
  const inspector = useHref('/inspector')
  const { hrefOf } = useInspectorAddress()
  return (
    <Card title={t('link')} level={3}>
      <div className={styles.address}>
        <CopyId value={`${location.origin}${inspector}${hrefOf({ zoom: undefined })}`} label={t('link')} />
      </div>
    </Card>
  )
}
