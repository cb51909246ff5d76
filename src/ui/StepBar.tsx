import { useMessages } from '../messages/index.ts'
import { Hidden } from './Hidden.tsx'
import { Icon, type IconName } from './Icon.tsx'
import styles from './StepBar.module.css'
import type { Step, StepState } from './Stepper.tsx'

const icons: Partial<Record<StepState, IconName>> = { complete: 'check', error: 'stop', current: 'clock' }

export interface StepBarProps {
  /** Name of the whole, read out. */
  label: string
  steps: readonly Step[]
  /** Id of the step that is being worked on; none if nobody works on any. */
  current: string | undefined
  /** Shows the note of each step below its name; otherwise notes are only read out. */
  showsNotes?: boolean
}

/** The steps of a job in one line, for a card: a bar and a name each. The full picture is the `Stepper` of its page. */
export function StepBar({ label, steps, current, showsNotes }: StepBarProps) {
  const t = useMessages('ui')
  return (
    <ol className={styles.bar} aria-label={label} data-notes={showsNotes || undefined} data-plain>
      {steps.map(step => (
        <li
          key={step.id}
          className={styles.step}
          data-state={step.state}
          aria-current={step.id === current ? 'step' : undefined}
        >
          <span className={styles.name}>
            {icons[step.state] && <Icon name={icons[step.state]!} size="small" />}
            <span className={styles.label}>{step.label}</span>
            <Hidden>: {(!showsNotes && step.note) || t(`stepStates.${step.state}`)}</Hidden>
          </span>
          {showsNotes && step.note && <span className={styles.note}>{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}
