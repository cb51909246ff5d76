import { useHref } from 'react-router'
import { exactStatusLabel } from '../../../domain/labels.ts'
import { type StatusName, statuses } from '../../../domain/status.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, Card, Columns, CopyId, Row, Select, Stack } from '../../../ui/index.ts'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { AboutSubject } from '../question/AboutSubject.tsx'
import { eventLabel } from '../question/events.ts'
import { FactsForm } from '../question/FactsForm.tsx'
import { type Person, personLabel } from '../question/people.ts'
import type { Subject } from '../question/useSubject.ts'
import type { ViewProps } from '../views.ts'
import styles from './Simulation.module.css'
import { type Move, marksOf, movesAt, type Simulation, simulate, type Taken } from './simulation.ts'

/** What would come of it: steps taken on the chart from a state on, without touching any data. */
export function View({ chart }: ViewProps) {
  return <AboutSubject at="from">{subject => <Simulated chart={chart} subject={subject} />}</AboutSubject>
}

const useSteps = () => {
  const { parameter, go } = useInspectorAddress()
  const events = parameter('steps')?.split(' ').filter(Boolean) ?? []
  return {
    events,
    /** What is chosen on the drawing moves along, so that it comes into sight. */
    set: (steps: readonly string[], status: StatusName) =>
      go({ steps: steps.join(' '), state: leafIdOf(status) }),
  }
}

function Simulated({ chart, subject }: ViewProps & { subject: Subject }) {
  const t = useMessages('inspector.what-if')
  const { events, set } = useSteps()
  const simulation = simulate(subject, events)
  const { steps, situation, stoppedAt } = simulation
  const { moves } = movesAt(situation)
  const taken = steps.map(({ event }) => event)
  const goOn = ({ event }: Move) => set([...taken, event], statusAfter(subject, [...taken, event]))
  const moveBy = (transition: string) => moves.find(({ transitions }) => transitions.includes(transition))
  return (
    <Stack gap={4}>
      {stoppedAt !== undefined && <Banner tone="attention" title={t('stopped', { event: stoppedAt })} />}
      <Next subject={subject} simulation={simulation} onMove={goOn} />
      <ChartDiagram
        chart={chart}
        marks={marksOf(subject, simulation)}
        details={id => {
          const move = moveBy(id)
          return move && <MoveButton move={move} onMove={goOn} />
        }}
      />
      <Columns layout="main-side">
        <Steps subject={subject} steps={steps} />
        <FactsForm subject={subject} />
      </Columns>
    </Stack>
  )
}

const statusAfter = (subject: Subject, events: readonly string[]): StatusName =>
  simulate(subject, events).situation.status

const byWhom = (
  t: Translate<'inspector.what-if'>,
  questionMessages: Translate<'inspector.question'>,
  text: ToText,
  person: Person,
): string => (person.type ? t('by', { person: personLabel(questionMessages, text, person) }) : t('bySystem'))

function MoveButton({ move, onMove }: { move: Move; onMove: (move: Move) => void }) {
  const text = useText()
  return (
    <Button icon="play" onPress={() => onMove(move)}>
      {eventLabel(text, move.event)}
    </Button>
  )
}

interface NextProps {
  subject: Subject
  simulation: Simulation
  onMove: (move: Move) => void
}

function Next({ subject, simulation: { steps, situation }, onMove }: NextProps) {
  const text = useText()
  const questionMessages = useMessages('inspector.question')
  const t = useMessages('inspector.what-if')
  const { go } = useInspectorAddress()
  const { set } = useSteps()
  const { moves, refused } = movesAt(situation)
  const earlier = steps.slice(0, -1).map(({ event }) => event)
  return (
    <Card
      title={t('moves')}
      level={3}
      hint={t('lead')}
      actions={
        steps.length > 0 && (
          <Row>
            <Button icon="arrowLeft" size="small" onPress={() => set(earlier, statusAfter(subject, earlier))}>
              {t('undo')}
            </Button>
            <Button icon="refresh" size="small" onPress={() => set([], subject.status)}>
              {t('restart')}
            </Button>
          </Row>
        )
      }
    >
      <Stack gap={3}>
        <Row gap={6} align="end">
          <Select
            label={t('from')}
            options={statuses.map(({ name }) => ({
              id: leafIdOf(name),
              label: text(exactStatusLabel(name)),
            }))}
            value={leafIdOf(subject.status)}
            onChange={from => go({ from, steps: undefined, state: from })}
          />
          <div>
            <p className={styles.term}>{t('now')}</p>
            <SubmissionStatus status={situation.status} isExact />
          </div>
        </Row>
        {moves.length === 0 ? (
          <p>{t('end')}</p>
        ) : (
          <ul className={styles.moves} aria-label={t('moves')} data-plain>
            {moves.map(move => (
              <li key={move.event}>
                <MoveButton move={move} onMove={onMove} />
                <span className={styles.quiet}>{byWhom(t, questionMessages, text, move.person)}</span>
              </li>
            ))}
          </ul>
        )}
        {refused.length > 0 && (
          <section aria-label={t('refused')}>
            <h4 className={styles.term}>{t('refused')}</h4>
            <ul className={styles.refused}>
              {refused.map(({ event, reason }) => (
                <li key={event}>
                  <strong>{eventLabel(text, event)}</strong>: {text(reason)}
                </li>
              ))}
            </ul>
          </section>
        )}
      </Stack>
    </Card>
  )
}

function Steps({ subject, steps }: { subject: Subject; steps: readonly Taken[] }) {
  const text = useText()
  const inspector = useHref('/inspector')
  const t = useMessages('inspector.what-if')
  const questionMessages = useMessages('inspector.question')
  const { hrefOf } = useInspectorAddress()
  const { set } = useSteps()
  const taken = steps.map(({ event }) => event)
  return (
    <Card title={t('history')} level={3}>
      <Stack gap={3}>
        {steps.length === 0 && <p className={styles.quiet}>{t('noSteps')}</p>}
        <ol className={styles.steps}>
          {steps.map((step, at) => {
            const upToHere = taken.slice(0, at + 1)
            return (
              // The same event may be taken several times: its place tells it apart.
              <li key={upToHere.join(' ')}>
                <span>
                  <strong>{eventLabel(text, step.event)}</strong>{' '}
                  <span className={styles.quiet}>{byWhom(t, questionMessages, text, step.person)}</span>
                  <br />
                  {step.before === step.after
                    ? t('stays', { at: text(exactStatusLabel(step.after)) })
                    : t('leads', {
                        from: text(exactStatusLabel(step.before)),
                        to: text(exactStatusLabel(step.after)),
                      })}
                  {step.effects.length > 0 && (
                    <span className={styles.effects}>
                      {t('effects')} <code>{step.effects.map(effectText).join(', ')}</code>
                    </span>
                  )}
                </span>
                {at < steps.length - 1 && (
                  <Button
                    size="small"
                    variant="quiet"
                    onPress={() => set(upToHere, statusAfter(subject, upToHere))}
                  >
                    {t('backTo', { step: at + 1 })}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
        <div>
          <p className={styles.term}>{t('link')}</p>
          <CopyId value={`${location.origin}${inspector}${hrefOf({ zoom: undefined })}`} label={t('link')} />
        </div>
      </Stack>
    </Card>
  )
}

const effectText = (effect: Taken['effects'][number]): string =>
  effect.type === 'enqueueStage' ? `${effect.type}(${effect.stage})` : effect.type
