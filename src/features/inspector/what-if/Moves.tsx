import { exactStatusLabel } from '../../../domain/labels.ts'
import { statuses } from '../../../domain/status.ts'
import { leafIdOf, statusOfLeaf } from '../../../machines/submission-lifecycle/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Columns, Row, Select, Stack } from '../../../ui/index.ts'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { useInspectorAddress } from '../address.ts'
import { eventLabel } from '../question/events.ts'
import { groupLabel, type Person, peopleByType, personLabel, personName } from '../question/people.ts'
import type { Subject } from '../question/useSubject.ts'
import styles from './Simulation.module.css'
import { type Move, movesAt, type Simulation } from './simulation.ts'
import { useChosenPerson, useSteps } from './useSteps.ts'

/** Who causes an event, in words. */
export const byWhom = (
  t: Translate<'inspector.what-if'>,
  questionMessages: Translate<'inspector.question'>,
  text: ToText,
  person: Person,
): string => (person.type ? t('by', { person: personLabel(questionMessages, text, person) }) : t('bySystem'))

export function MoveButton({ move, onMove }: { move: Move; onMove: (move: Move) => void }) {
  const text = useText()
  return (
    <Button icon="play" onPress={() => onMove(move)}>
      {eventLabel(text, move.event)}
    </Button>
  )
}

interface MovesProps {
  subject: Subject
  simulation: Simulation
  onMove: (move: Move) => void
}

/** The person who is asked about, and what they can cause next. */
export function Moves({ subject, simulation: { steps, situation }, onMove }: MovesProps) {
  const text = useText()
  const questionMessages = useMessages('inspector.question')
  const t = useMessages('inspector.what-if')
  const { written, set, startFrom } = useSteps(subject)
  const person = useChosenPerson()
  const { moves, refused } = movesAt(situation, person)
  return (
    <Card
      title={t('moves')}
      level={3}
      hint={t('lead')}
      actions={
        steps.length > 0 && (
          <Row>
            <Button icon="arrowLeft" size="small" onPress={() => set(written.slice(0, steps.length - 1))}>
              {t('undo')}
            </Button>
            <Button icon="refresh" size="small" onPress={() => set([])}>
              {t('restart')}
            </Button>
          </Row>
        )
      }
    >
      <Stack gap={3}>
        <Columns layout="thirds">
          <Select
            label={t('from')}
            options={statuses.map(({ name }) => ({
              id: leafIdOf(name),
              label: text(exactStatusLabel(name)),
            }))}
            value={leafIdOf(subject.status)}
            onChange={from => startFrom(statusOfLeaf(from) ?? subject.status)}
          />
          <div>
            <p className={styles.term}>{t('now')}</p>
            <SubmissionStatus status={situation.status} isExact />
          </div>
          <PersonChoice person={person} />
        </Columns>
        {moves.length === 0 ? (
          <p>
            {person ? t('nothingFor', { person: personLabel(questionMessages, text, person) }) : t('end')}
          </p>
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

const everybody = 'everybody'

function PersonChoice({ person }: { person: Person | undefined }) {
  const t = useMessages('inspector.what-if')
  const questionMessages = useMessages('inspector.question')
  const text = useText()
  const { go } = useInspectorAddress()
  return (
    <Select
      label={questionMessages('who')}
      options={[
        { id: 'all', label: t('everybodyGroup'), options: [{ id: everybody, label: t('everybody') }] },
        ...peopleByType.map(({ id, people }) => ({
          id,
          label: groupLabel(questionMessages, id),
          options: people.map(other => ({ id: other.id, label: personName(questionMessages, text, other) })),
        })),
      ]}
      value={person?.id ?? everybody}
      onChange={who => go({ who: who === everybody ? undefined : who, place: undefined }, { replace: true })}
    />
  )
}
