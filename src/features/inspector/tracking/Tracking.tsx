import type { ReactNode } from 'react'
import { calendarDay, clockTime, loggedAt } from '../../../domain/dates.ts'
import { approvalLabel, nextSentence, statusLabel } from '../../../domain/labels.ts'
import { timeLeft } from '../../../domain/processingProgress.ts'
import { product } from '../../../domain/product.ts'
import { isAwaitingApproval, statusNameOf } from '../../../domain/status.ts'
import {
  byDay,
  type ExpectedStep,
  expectedSteps,
  lastResults,
  leastDecisions,
  statusSince,
  stepBegan,
  type UsualLength,
  type UsualStep,
  usualSteps,
  type WayPart,
  wayParts,
} from '../../../domain/tracking.ts'
import { getCollection } from '../../../domain/wire/collections.ts'
import {
  getUsualLengths,
  type LifecycleEntry,
  type SubmissionHistory,
} from '../../../domain/wire/inspection.ts'
import { useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { type NextStep, nextSteps } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import {
  eventMessage,
  isMilestone,
  isUserEventType,
  type LifecycleEventType,
  type Standing,
  type UserEventType,
} from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  Columns,
  EmptyState,
  Icon,
  type IconName,
  Link,
  Stack,
  StepBar,
  type StepState,
} from '../../../ui/index.ts'
import { contactHref } from '../../common/contact.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './Tracking.module.css'

export interface TrackingProps {
  submission: KnownSubmission
  /** Whether the checks run. */
  isProcessing: boolean
  history: Loaded<SubmissionHistory>
  /** Who acts next, for this reader. */
  standing: Standing
  /** The quality report of the file. */
  reportsHref: string
}

/** Where a submission is and what happened to it, in words: the newest first, with what comes next (mock 14). */
export function Tracking({ submission, isProcessing, history, standing, reportsHref }: TrackingProps) {
  const t = useMessages('inspector.tracking')
  const text = useText()
  const since = statusSince(history.data?.events ?? [])
  const { now } = useServices()
  const { isProvider } = useViewer()
  const steps = standing.stopped ? [] : nextSteps(submission.status, submission.facts)
  const isUsual = steps.some(step => usualStepOf(step) !== undefined)
  const usual = useResource(
    getUsualLengths,
    isUsual ? { path: { id: submission.submissionId } } : undefined,
    {
      refreshOn: message =>
        message.type === 'SIGNED_FORM' && message.submissionId === submission.submissionId,
    },
  ).data
  const lengths = usual?.steps
  const [next] = steps
  const expected = expectedSteps(steps, step => lengths?.find(length => length.step === usualStepOf(step)), {
    since: stepBegan(next && usualStepOf(next), { since, formReturnedAt: usual?.formReturnedAt }),
    now: new Date(now()),
  })
  const [first] = expected
  const left = isProcessing ? text(timeLeft({ ...submission, mode: submission.facts.mode })) : undefined
  // Somebody else is late: the agency knows why, or asks them.
  const late = first !== undefined && first.late > 0 && standing.turn !== 'you'
  return (
    <Stack gap={4}>
      <Card>
        <p className={styles.sentence}>
          {since === undefined
            ? text(statusLabel(submission.status))
            : t('since', { status: text(statusLabel(submission.status)), at: text(loggedAt(since)) })}{' '}
          {text(nextSentence(standing))}
        </p>
        {first?.by !== undefined && (
          <p>
            <Expected step={first} />
          </p>
        )}
        {left && <p>{t('left', { left })}</p>}
        <Way parts={wayParts(history.data?.events ?? [], expected)} />
        {late && isProvider && <Question submission={submission} />}
        {standing.turn !== 'you' && standing.turn !== 'nobody' && (
          <p className={styles.quiet}>{t('nothingForYou')}</p>
        )}
      </Card>
      <Columns layout="main-side">
        <Card title={t('timeline')} hint={t('order')}>
          <WhenLoaded resource={history} loading={t('loading')} failed={t('failed')} sketch="rows">
            {({ events }) => <Timeline events={events} reportsHref={reportsHref} />}
          </WhenLoaded>
        </Card>
        <NextSteps submission={submission} standing={standing} expected={expected} lengths={lengths} />
      </Columns>
    </Stack>
  )
}

const wayStates: Record<WayPart['state'], StepState> = { done: 'complete', now: 'current', later: 'locked' }

/** How far the file is from its upload to its sign-off, with the dates of what was done and is expected. */
function Way({ parts }: { parts: readonly WayPart[] }) {
  const t = useMessages('inspector.tracking')
  const text = useText()
  if (parts.length === 0) return null
  return (
    <StepBar
      label={t('way.label')}
      current={parts.find(({ state }) => state === 'now')?.step}
      showsNotes
      steps={parts.map(({ step, state, from, to }) => ({
        id: step,
        label: step === 'checks' || step === 'signOff' ? t(`way.${step}`) : text(approvalLabel(step)),
        state: wayStates[state],
        note:
          to === undefined
            ? undefined
            : state !== 'done'
              ? t('by', { date: text(calendarDay(to)) })
              : from === undefined || from === to
                ? text(calendarDay(to))
                : t('way.days', { from: text(calendarDay(from)), to: text(calendarDay(to)) }),
      }))}
    />
  )
}

/** Leads a provider that waits longer than usual to the support of the collection. */
function Question({ submission: { collection } }: Pick<TrackingProps, 'submission'>) {
  const t = useMessages('inspector.tracking')
  const contact = useResource(getCollection, { path: { reference: collection.reference } }).data
    ?.supportContact
  if (!contact) return null
  return (
    <p>
      {t('ask', {
        product: product.name,
        contact,
        link: parts => <Link href={contactHref(contact)}>{parts}</Link>,
      })}
    </p>
  )
}

interface TimelineProps {
  /** Every event of the submission. */
  events: readonly LifecycleEntry[]
  /** The quality report of the file. */
  reportsHref: string
}

function Timeline({ events, reportsHref }: TimelineProps) {
  const t = useMessages('inspector.tracking')
  const text = useText()
  const shown = events.filter(({ event }) => isMilestone(event as LifecycleEventType))
  const results = lastResults(events)
  if (shown.length === 0) return <EmptyState level={0} title={t('none')} />
  return (
    <ol className={styles.days} data-plain aria-label={t('timeline')}>
      {byDay(shown).map(({ day, events: each }) => (
        <li key={day}>
          <h3 className={styles.day}>{text(calendarDay(day))}</h3>
          <ol className={styles.events} data-plain>
            {each.map(entry => (
              <Item key={entry.sequence} entry={entry}>
                {/* Results of an earlier run are no longer there. */}
                {results && entry === results.ended && (
                  <p className={styles.quiet}>
                    <Link href={reportsHref}>
                      {t('results', { rules: results.rules, outside: results.outside })}
                    </Link>
                  </p>
                )}
              </Item>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

const iconOf = (event: string): IconName => {
  if (event === 'APPROVE' || event === 'SIGN_OFF' || event === 'QUALITY_PROCESSING_COMPLETED') return 'check'
  if (event === 'DECLINE' || event.endsWith('_FAILED') || event.endsWith('_ERRORED')) return 'cross'
  return event === 'UPLOAD_REQUESTED' || event === 'FILE_STORED' ? 'upload' : 'arrowRight'
}

function Item({ entry, children }: { entry: LifecycleEntry; children?: ReactNode }) {
  const t = useMessages('inspector.tracking')
  const text = useText()
  const type = entry.event as LifecycleEventType
  const from = statusNameOf(entry.fromStatusId)
  const approval = isAwaitingApproval(from) ? text(approvalLabel(from)) : ''
  return (
    <li className={styles.event}>
      <span className={styles.at}>{text(clockTime(entry.occurredAt))}</span>
      <span className={styles.icon}>
        <Icon name={iconOf(entry.event)} />
      </span>
      <div>
        {isUserEventType(type) ? (
          <span>
            <strong>{entry.actor.name}</strong> {t(`events.${type as UserEventType}`, { approval })}
          </span>
        ) : (
          <strong>{text(eventMessage(type))}</strong>
        )}
        {children}
        {entry.note !== undefined && <blockquote className={styles.note}>{entry.note}</blockquote>}
      </div>
    </li>
  )
}

/** The step as its length is known; undefined for those of the provider before it submits, and of the checks. */
const usualStepOf = (step: NextStep): UsualStep | undefined => {
  const name = typeof step === 'string' ? step : step.approval
  return usualSteps.find(one => one === name)
}

/** By when a step is usually done, or how late it is. */
function Expected({ step: { by, late } }: { step: ExpectedStep<NextStep> }) {
  const t = useMessages('inspector.tracking')
  const text = useText()
  if (by === undefined) return null
  return late > 0 ? t('late', { days: late }) : t('expected', { date: text(calendarDay(by)) })
}

const rangeOf = ({ from, to }: UsualLength): 'one' | 'upTo' | 'two' =>
  from === to ? 'one' : from === 0 ? 'upTo' : 'two'

interface NextStepsProps extends Pick<TrackingProps, 'submission' | 'standing'> {
  expected: readonly ExpectedStep<NextStep>[]
  /** Undefined while they load, or if no step that is left has one. */
  lengths: readonly UsualLength[] | undefined
}

function NextSteps({ submission: { status }, standing: { stopped }, expected, lengths }: NextStepsProps) {
  const t = useMessages('inspector.tracking')
  const text = useText()
  const decisions = expected.reduce((sum, { usual }) => sum + (usual?.decisions ?? 0), 0)
  const foot =
    lengths &&
    (decisions === 0 ? t('tooFew', { least: leastDecisions }) : t('estimates', { count: decisions }))
  return (
    <Card title={t('next')} hint={isAwaitingApproval(status) && t('nextHint')} footer={foot}>
      {expected.length === 0 ? (
        <p>{text(stopped) ?? t('noNext')}</p>
      ) : (
        <ol className={styles.next}>
          {expected.map(({ step, usual, by, late }) => (
            <li key={typeof step === 'string' ? step : step.approval}>
              <div className={styles.step}>
                <span>
                  {typeof step === 'string'
                    ? t(`steps.${step}`)
                    : t('steps.approval', { approval: text(approvalLabel(step.approval)) })}
                </span>
                {by !== undefined && (
                  <strong className={styles.by} data-late={late > 0 || undefined}>
                    {late > 0 ? t('daysLate', { days: late }) : t('by', { date: text(calendarDay(by)) })}
                  </strong>
                )}
                {usual && (
                  <span className={styles.usual}>
                    {t('usual', { range: rangeOf(usual), from: usual.from, to: usual.to })}
                  </span>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
