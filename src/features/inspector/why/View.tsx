import { exactStatusLabel } from '../../../domain/labels.ts'
import { statuses } from '../../../domain/status.ts'
import {
  type Check,
  type LifecycleEventType,
  leafIdOf,
} from '../../../machines/submission-lifecycle/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  Columns,
  Link,
  type PlainColumn,
  PlainTable,
  Select,
  Stack,
  StatusTag,
  Switch,
  type Tone,
} from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { AboutSubject } from '../question/AboutSubject.tsx'
import { EffectList } from '../question/EffectList.tsx'
import {
  eventLabel,
  eventOf,
  guardInputOf,
  isLifecycleEvent,
  isUserEvent,
  lifecycleEvents,
} from '../question/events.ts'
import { FactsForm } from '../question/FactsForm.tsx'
import { PersonField, usePerson } from '../question/PersonField.tsx'
import { actorOf, personLabel } from '../question/people.ts'
import type { Subject } from '../question/useSubject.ts'
import { answerTo, type LifecycleAnswer } from './answer.ts'

/** Any event at any status with any person and facts: each guard with its value and its sentence. */
export function View() {
  return (
    <AboutSubject at="state">
      {subject => (
        <Stack>
          <Question subject={subject} />
          <Columns layout="main-side">
            <Stack>
              <Answer subject={subject} />
              <EveryEvent subject={subject} />
            </Stack>
            <FactsForm subject={subject} />
          </Columns>
        </Stack>
      )}
    </AboutSubject>
  )
}

const useEvent = (): { type: LifecycleEventType; isGiven: boolean } => {
  const { parameter } = useInspectorAddress()
  const named = parameter('event')
  return { type: isLifecycleEvent(named) ? named : 'SUBMIT', isGiven: parameter('given') !== 'no' }
}

function Question({ subject: { status, current } }: { subject: Subject }) {
  const text = useText()
  const t = useMessages('inspector.why')
  const questionMessages = useMessages('inspector.question')
  const { go } = useInspectorAddress()
  const { type, isGiven } = useEvent()
  const guardInput = guardInputOf(type)
  const options = (ofPeople: boolean) =>
    lifecycleEvents
      .filter(other => isUserEvent(other) === ofPeople)
      .map(other => ({ id: other, label: eventLabel(text, other) }))
  return (
    <Card title={t('question')} level={3}>
      <Columns layout="quarters" gap={3}>
        <Select
          label={t('status')}
          options={statuses.map(({ name }) => ({ id: leafIdOf(name), label: text(exactStatusLabel(name)) }))}
          value={leafIdOf(status)}
          onChange={state =>
            go({ state: current && leafIdOf(current) === state ? undefined : state }, { replace: true })
          }
        />
        <Select
          label={t('event')}
          options={[
            { id: 'people', label: t('people'), options: options(true) },
            { id: 'system', label: t('system'), options: options(false) },
          ]}
          value={type}
          onChange={event => go({ event }, { replace: true })}
        />
        <PersonField />
        {guardInput && (
          <Switch
            isSelected={isGiven}
            onChange={value => go({ given: value ? undefined : 'no' }, { replace: true })}
          >
            {questionMessages(`facts.${guardInput}`)}
          </Switch>
        )}
      </Columns>
    </Card>
  )
}

const tones: Record<LifecycleAnswer['code'], Tone> = { 204: 'good', 403: 'failed', 409: 'attention' }
const verdictsOf = (t: Translate<'inspector.why'>): Record<LifecycleAnswer['code'], string> => ({
  204: t('allowed'),
  403: t('forbidden'),
  409: t('conflict'),
})

function Verdict({ code, variant }: { code: LifecycleAnswer['code']; variant?: 'plain' }) {
  const t = useMessages('inspector.why')
  return (
    <StatusTag tone={tones[code]} {...(variant ? { variant } : {})}>
      {verdictsOf(t)[code]}
    </StatusTag>
  )
}

/** Why not, or where it would lead, in a sentence. */
const sentenceOf = (
  t: Translate<'inspector.why'>,
  text: ToText,
  { explanation, after }: LifecycleAnswer,
  subject: Subject,
): string => {
  if (!after) return text(explanation.refusal?.reason) ?? ''
  return after.status === subject.status
    ? t('stays')
    : t('leads', { status: text(exactStatusLabel(after.status)) })
}

function Answer({ subject }: { subject: Subject }) {
  const text = useText()
  const questionMessages = useMessages('inspector.question')
  const t = useMessages('inspector.why')
  const { type, isGiven } = useEvent()
  const { person, place } = usePerson()
  const { status, facts } = subject
  const answer = answerTo(status, facts, eventOf(type, actorOf(person, place, facts), isGiven))
  const { checks } = answer.explanation
  const effects = answer.after?.effects ?? []
  return (
    <Card
      title={eventLabel(text, type)}
      level={3}
      hint={`${personLabel(questionMessages, text, person)} · ${text(exactStatusLabel(status))}`}
      actions={<Verdict code={answer.code} />}
    >
      <Stack gap={3}>
        <p aria-live="polite">
          <strong>{sentenceOf(t, text, answer, subject)}</strong>
        </p>
        {answer.after && effects.length > 0 && (
          <div>
            <p>{questionMessages('effects.title')}</p>
            <EffectList effects={effects} status={answer.after.status} mode={facts.mode} />
          </div>
        )}
        {checks.length > 0 ? (
          <PlainTable
            caption={t('guards')}
            columns={checkColumnsOf(t, text)}
            rows={checks}
            rowId={({ guard }) => guard}
            stacks
          />
        ) : (
          <p>{t('noGuards')}</p>
        )}
        {checks.length > 0 && <p>{t('guardsHint')}</p>}
      </Stack>
    </Card>
  )
}

const checkColumnsOf = (t: Translate<'inspector.why'>, text: ToText): PlainColumn<Check>[] => [
  { id: 'guard', header: t('columns.guard'), isRowHeader: true, cell: ({ guard }) => <code>{guard}</code> },
  { id: 'kind', header: t('columns.kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
  {
    id: 'value',
    header: t('columns.value'),
    cell: ({ holds }) => (
      <StatusTag tone={holds ? 'good' : 'failed'} variant="plain">
        {holds ? t('holds') : t('fails')}
      </StatusTag>
    ),
  },
  { id: 'sentence', header: t('columns.sentence'), cell: ({ message }) => text(message) },
]

function EveryEvent({ subject }: { subject: Subject }) {
  const text = useText()
  const t = useMessages('inspector.why')
  const questionMessages = useMessages('inspector.question')
  const { hrefOf } = useInspectorAddress()
  const { isGiven } = useEvent()
  const { person, place } = usePerson()
  const { status, facts } = subject
  const actor = actorOf(person, place, facts)
  const rows = lifecycleEvents
    .map(type => ({ type, answer: answerTo(status, facts, eventOf(type, actor, isGiven)) }))
    .filter(({ type, answer }) => isUserEvent(type) || answer.explanation.isExpected)
  return (
    <Card
      title={t('all')}
      level={3}
      hint={t('allHint', { person: personLabel(questionMessages, text, person) })}
      padding="none"
    >
      <PlainTable
        caption={t('all')}
        isCaptionHidden
        rows={rows}
        rowId={({ type }) => type}
        stacks
        columns={[
          {
            id: 'event',
            header: t('allColumns.event'),
            isRowHeader: true,
            cell: ({ type }) => (
              <Link href={hrefOf({ event: type })} variant="row">
                {eventLabel(text, type)}
              </Link>
            ),
          },
          {
            id: 'answer',
            header: t('allColumns.answer'),
            cell: ({ answer }) => <Verdict code={answer.code} variant="plain" />,
          },
          {
            id: 'reason',
            header: t('allColumns.reason'),
            cell: ({ answer }) => sentenceOf(t, text, answer, subject),
          },
        ]}
      />
    </Card>
  )
}
