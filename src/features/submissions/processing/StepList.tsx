import type { ReactNode } from 'react'
import type { ProcessingProgress } from '../../../domain/wire/progress.ts'
import { Icon, type IconName, ProgressBar } from '../../../ui/index.ts'
import styles from './StepList.module.css'
import { type GroupId, type GroupState, type ProcessingGroup, shareOf } from './steps.ts'
import { texts } from './texts.ts'

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
  return (
    <ol className={styles.list} data-plain aria-label={texts.steps}>
      {groups.map(group => (
        <li key={group.id} className={styles.step} data-state={group.state}>
          <span className={styles.mark}>
            <Icon name={icons[group.state]} />
          </span>
          <div className={styles.body}>
            <div className={styles.line}>
              <span className={styles.name}>{texts.group(group.id, group.state)}</span>
              {actions?.(group.id, group.state)}
              <span className={styles.state}>
                {group.took === undefined ? texts.states[group.state] : texts.took(group.took)}
              </span>
            </div>
            <span className={styles.about}>{texts.about[group.id]}</span>
            {group.state === 'running' && <GroupProgress id={group.id} progress={progress} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

function GroupProgress({ id, progress }: { id: GroupId; progress: ProcessingProgress | null }) {
  const share = shareOf(id, progress)
  if (share === undefined || progress === null) return null
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={texts.group(id, 'running')}
        isLabelHidden
        value={share}
        amount={texts.amount(progress)}
        detail={`${Math.floor(share * 100)}%`}
        size="small"
      />
    </div>
  )
}
