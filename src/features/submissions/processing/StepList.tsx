import type { ReactNode } from 'react'
import { bytesOf } from '../../../domain/bytes.ts'
import { duration } from '../../../domain/dates.ts'
import type { ProcessingProgress } from '../../../domain/wire/progress.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { formatShare, Icon, type IconName, ProgressBar } from '../../../ui/index.ts'
import styles from './StepList.module.css'
import { type GroupId, type GroupState, type ProcessingGroup, shareOf } from './steps.ts'

const icons: Record<GroupState, IconName> = {
  waiting: 'clock',
  running: 'progress',
  passed: 'check',
  failed: 'cross',
  error: 'warning',
}

export interface StepListProps {
  groups: readonly ProcessingGroup[]
  progress: ProcessingProgress | null
  /** Controls beside the name of a group: the download of the schema report. */
  actions?: (id: GroupId, state: GroupState) => ReactNode
}

/** The processing steps in order, each with icon and word; the one under way with its progress. */
export function StepList({ groups, progress, actions }: StepListProps) {
  const t = useMessages('submissions.processing')
  const text = useText()
  return (
    <ol className={styles.list} data-plain aria-label={t('steps')}>
      {groups.map(group => (
        <li key={group.id} className={styles.step} data-state={group.state}>
          <span className={styles.mark}>
            <Icon name={icons[group.state]} />
          </span>
          <div className={styles.body}>
            <div className={styles.line}>
              <span className={styles.name}>{t(`group.${group.id}.${group.state}`)}</span>
              {actions?.(group.id, group.state)}
              <span className={styles.state}>
                {group.took === undefined
                  ? t(`states.${group.state}`)
                  : t('took', { time: text(duration(group.took)) })}
              </span>
            </div>
            <span className={styles.about}>{t(`about.${group.id}`)}</span>
            {group.state === 'running' && <GroupProgress id={group.id} progress={progress} />}
          </div>
        </li>
      ))}
    </ol>
  )
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

function GroupProgress({ id, progress }: { id: GroupId; progress: ProcessingProgress | null }) {
  const t = useMessages('submissions.processing')
  const text = useText()
  const share = shareOf(id, progress)
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
