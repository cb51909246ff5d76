import { statuses, statusOf } from '../../../domain/status.ts'
import {
  type Check,
  type LifecycleEventType,
  leafIdOf,
} from '../../../machines/submission-lifecycle/index.ts'
import {
  Card,
  Columns,
  Link,
  NativeSelect,
  type PlainColumn,
  PlainTable,
  Stack,
  StatusTag,
  Switch,
  type Tone,
} from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { AboutSubject } from '../question/AboutSubject.tsx'
import {
  asksForTerms,
  eventLabel,
  eventOf,
  isLifecycleEvent,
  isUserEvent,
  lifecycleEvents,
} from '../question/events.ts'
import { FactsForm } from '../question/FactsForm.tsx'
import { PersonField, usePerson } from '../question/PersonField.tsx'
import { actorOf, personLabel } from '../question/people.ts'
import { texts as questionTexts } from '../question/texts.ts'
import type { Subject } from '../question/useSubject.ts'
import { answerTo, type LifecycleAnswer } from './answer.ts'
import { texts } from './texts.ts'

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

const useEvent = (): { type: LifecycleEventType; termsAccepted: boolean } => {
  const { parameter } = useInspectorAddress()
  const named = parameter('event')
  return { type: isLifecycleEvent(named) ? named : 'SUBMIT', termsAccepted: parameter('terms') !== 'no' }
}

function Question({ subject: { status } }: { subject: Subject }) {
  const { go } = useInspectorAddress()
  const { type, termsAccepted } = useEvent()
  const options = (ofPeople: boolean) =>
    lifecycleEvents
      .filter(other => isUserEvent(other) === ofPeople)
      .map(other => ({ id: other, label: eventLabel(other) }))
  return (
    <Card title={texts.question} level={3}>
      <Columns layout="quarters" gap={3}>
        <NativeSelect
          label={texts.status}
          options={statuses.map(({ name, label }) => ({ id: leafIdOf(name), label }))}
          value={leafIdOf(status)}
          onChange={state => go({ state }, { replace: true })}
        />
        <NativeSelect
          label={texts.event}
          options={[
            { id: 'people', label: texts.people, options: options(true) },
            { id: 'system', label: texts.system, options: options(false) },
          ]}
          value={type}
          onChange={event => go({ event }, { replace: true })}
        />
        <PersonField />
        {asksForTerms(type) && (
          <Switch
            isSelected={termsAccepted}
            onChange={value => go({ terms: value ? undefined : 'no' }, { replace: true })}
          >
            {questionTexts.facts.termsAccepted}
          </Switch>
        )}
      </Columns>
    </Card>
  )
}

const tones: Record<LifecycleAnswer['code'], Tone> = { 204: 'good', 403: 'failed', 409: 'attention' }
const verdicts: Record<LifecycleAnswer['code'], string> = {
  204: texts.allowed,
  403: texts.forbidden,
  409: texts.conflict,
}

function Verdict({ code, variant }: { code: LifecycleAnswer['code']; variant?: 'plain' }) {
  return (
    <StatusTag tone={tones[code]} {...(variant ? { variant } : {})}>
      {verdicts[code]}
    </StatusTag>
  )
}

/** Why not, or where it would lead, in a sentence. */
const sentenceOf = ({ explanation, after }: LifecycleAnswer, subject: Subject): string => {
  if (!after) return explanation.refusal?.reason ?? ''
  return after.status === subject.status ? texts.stays : texts.leads(statusOf(after.status).label)
}

function Answer({ subject }: { subject: Subject }) {
  const { type, termsAccepted } = useEvent()
  const { person, place } = usePerson()
  const { status, facts } = subject
  const answer = answerTo(status, facts, eventOf(type, actorOf(person, place, facts), termsAccepted))
  const { checks } = answer.explanation
  const effects = answer.after?.effects ?? []
  return (
    <Card
      title={eventLabel(type)}
      level={3}
      hint={`${personLabel(person)} · ${statusOf(status).label}`}
      actions={<Verdict code={answer.code} />}
    >
      <Stack gap={3}>
        <p aria-live="polite">
          <strong>{sentenceOf(answer, subject)}</strong>
        </p>
        {effects.length > 0 && (
          <p>
            {texts.effects} <code>{effects.map(effectWords).join(', ')}</code>
          </p>
        )}
        {checks.length > 0 ? (
          <PlainTable
            caption={texts.guards}
            columns={checkColumns}
            rows={checks}
            rowId={({ guard }) => guard}
          />
        ) : (
          <p>{texts.noGuards}</p>
        )}
        {checks.length > 0 && <p>{texts.guardsHint}</p>}
      </Stack>
    </Card>
  )
}

const effectWords = (effect: NonNullable<LifecycleAnswer['after']>['effects'][number]): string =>
  effect.type === 'enqueueStep' ? `${effect.type}(${effect.step})` : effect.type

const checkColumns: PlainColumn<Check>[] = [
  { id: 'guard', header: texts.columns.guard, isRowHeader: true, cell: ({ guard }) => <code>{guard}</code> },
  { id: 'kind', header: texts.columns.kind, cell: ({ kind }) => texts.kinds[kind] },
  {
    id: 'value',
    header: texts.columns.value,
    cell: ({ holds }) => (
      <StatusTag tone={holds ? 'good' : 'failed'} variant="plain">
        {holds ? texts.holds : texts.fails}
      </StatusTag>
    ),
  },
  { id: 'sentence', header: texts.columns.sentence, cell: ({ sentence }) => sentence },
]

function EveryEvent({ subject }: { subject: Subject }) {
  const { hrefOf } = useInspectorAddress()
  const { termsAccepted } = useEvent()
  const { person, place } = usePerson()
  const { status, facts } = subject
  const actor = actorOf(person, place, facts)
  const rows = lifecycleEvents
    .map(type => ({ type, answer: answerTo(status, facts, eventOf(type, actor, termsAccepted)) }))
    .filter(({ type, answer }) => isUserEvent(type) || answer.explanation.isExpected)
  return (
    <Card title={texts.all} level={3} hint={texts.allHint(personLabel(person))} padding="none">
      <PlainTable
        caption={texts.all}
        isCaptionHidden
        rows={rows}
        rowId={({ type }) => type}
        columns={[
          {
            id: 'event',
            header: texts.allColumns.event,
            isRowHeader: true,
            cell: ({ type }) => (
              <Link href={hrefOf({ event: type })} variant="row">
                {eventLabel(type)}
              </Link>
            ),
          },
          {
            id: 'answer',
            header: texts.allColumns.answer,
            cell: ({ answer }) => <Verdict code={answer.code} variant="plain" />,
          },
          {
            id: 'reason',
            header: texts.allColumns.reason,
            cell: ({ answer }) => sentenceOf(answer, subject),
          },
        ]}
      />
    </Card>
  )
}
