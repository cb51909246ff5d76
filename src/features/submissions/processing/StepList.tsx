import { bytesOf } from '../../../domain/bytes.ts'
import { duration } from '../../../domain/dates.ts'
import type { GlossaryTerm } from '../../../domain/glossary.ts'
import type { SubmissionMode } from '../../../domain/status.ts'
import type { ProcessingProgress, QueuePlace } from '../../../domain/wire/progress.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { formatShare, Icon, type IconName, ProgressBar } from '../../../ui/index.ts'
import { Term } from '../../common/Term.tsx'
import styles from './StepList.module.css'
import { type GroupId, type GroupState, hasStages, type ProcessingGroup, shareOf } from './steps.ts'

const icons: Record<GroupState, IconName> = {
  waiting: 'clock',
  running: 'progress',
  passed: 'check',
  failed: 'cross',
  error: 'warning',
  notRun: 'minus',
}

export interface StepListProps {
  groups: readonly ProcessingGroup[]
  mode: SubmissionMode
  progress: ProcessingProgress | null
  /** Where the submission stands among those that wait for a worker. */
  queue: QueuePlace | null
  /** Names and states only: processing has stopped. */
  isShort?: boolean
}

/** The processing steps in order, each with icon and word; the one under way with its progress. */
export function StepList({ groups, mode, progress, queue, isShort }: StepListProps) {
  const t = useMessages('submissions.processing')
  const text = useText()
  return (
    <ol className={styles.list} data-short={isShort || undefined} data-plain aria-label={t('steps')}>
      {groups.map(group => (
        <li key={group.id} className={styles.step} data-state={group.state}>
          <span className={styles.mark}>
            <Icon name={icons[group.state]} />
          </span>
          <div className={styles.body}>
            <div className={styles.line}>
              <span className={styles.name}>
                {t(`group.${group.id}.${group.state === 'notRun' ? 'waiting' : group.state}`)}
              </span>
              <GroupTerm id={group.id} />
              <span className={styles.state}>
                {group.took === undefined
                  ? t(group.state === 'running' && queue ? waitingOf(queue) : `states.${group.state}`)
                  : t('took', { time: text(duration(group.took)) })}
              </span>
            </div>
            {!isShort && <span className={styles.about}>{t(aboutOf(group.id, mode))}</span>}
            {group.state === 'running' &&
              (queue ? (
                <span className={styles.queue}>{queueText(t, queue)}</span>
              ) : (
                <GroupProgress id={group.id} mode={mode} progress={progress} />
              ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

const terms: Partial<Record<GroupId, GlossaryTerm>> = {
  schemaCheck: 'schema',
  rightToProcess: 'rightToProcess',
  enrichment: 'enrichment',
  qualityRules: 'qualityRule',
}

/** Explains the term of a step, where it has one. */
function GroupTerm({ id }: { id: GroupId }) {
  const t = useMessages('submissions.processing')
  const term = terms[id]
  return (
    term && (
      <Term id={term} isMark>
        {t(`group.${id}.running`)}
      </Term>
    )
  )
}

const aboutOf = (id: GroupId, mode: SubmissionMode) =>
  id === 'complete' && !hasStages(id, mode) ? 'about.complete.withoutReports' : (`about.${id}` as const)

const waitingOf = ({ awaits }: QueuePlace) => (awaits ? 'waitingForUs' : 'waiting')

/** How many are before it, and about how long that takes: to the minute, and to the hour from two hours on; or what is away. */
const queueText = (
  t: Translate<'submissions.processing'>,
  { place, seconds, awaits }: QueuePlace,
): string => {
  if (awaits) return t(`queue.awaits.${awaits}`)
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return t('queue.soon', { place })
  return minutes < 120
    ? t('queue.minutes', { place, minutes })
    : t('queue.hours', { place, hours: Math.round(minutes / 60) })
}

const amountText = (
  t: Translate<'submissions.processing'>,
  text: ToText,
  { stage, done, total, unit }: ProcessingProgress,
): string => {
  if (unit === 'bytes') return text(bytesOf(done, total))
  // What a stage counts, where the group shows more than one stage.
  const counted = stage === 'CREDIBILITY' || stage === 'COLLECTION_REPORTS' ? stage : unit
  return t(`amount.${counted}`, { done, total })
}

interface GroupProgressProps extends Pick<StepListProps, 'mode' | 'progress'> {
  id: GroupId
}

function GroupProgress({ id, mode, progress }: GroupProgressProps) {
  const t = useMessages('submissions.processing')
  const text = useText()
  const share = shareOf(id, mode, progress)
  if (share === undefined || progress === null) return null
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={t(`group.${id}.running`)}
        isLabelHidden
        value={share}
        amount={amountText(t, text, progress)}
        detail={formatShare(share)}
        size="small"
      />
    </div>
  )
}
