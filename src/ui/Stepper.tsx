import type { ReactNode } from 'react'
import { useMessages } from '../messages/index.ts'
import { Hidden } from './Hidden.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Link } from './Link.tsx'
import styles from './Stepper.module.css'

/** complete: done; current: being worked on; error: done with a problem; waiting: may start; locked: may not yet. */
export type StepState = 'complete' | 'current' | 'error' | 'waiting' | 'locked'

export interface Step {
  id: string
  label: string
  state: StepState
  /** Where the step is done; without it the step is only text. */
  href?: string | undefined
  /** Says more than the usual words of the state, for instance "2 rules outside tolerance". */
  note?: string | undefined
}

export interface StepperProps {
  /** Name of the whole, read out: "Progress of the submission". */
  label: string
  steps: readonly Step[]
  /** Id of the step that the page shows; it need not be the one being worked on. */
  shown: string
  /** Draws the link of a step in place of Link. */
  renderLink?: ((step: Step & { href: string }, children: ReactNode) => ReactNode) | undefined
}

const icons: Partial<Record<StepState, IconName>> = { complete: 'check', error: 'warning', locked: 'lock' }

/** The steps of a job in order, each with its state in words; the shown one carries aria-current. */
export function Stepper({ label, steps, shown, renderLink }: StepperProps) {
  const t = useMessages('ui')
  const index = shownIndex(steps, shown)
  const step = steps[index]
  return (
    <nav className={styles.stepper} aria-label={label}>
      {step && (
        <p className={styles.title} aria-hidden="true">
          <span>{t('stepOf', { step: index + 1, steps: steps.length, label: step.label })}</span>
          <span className={styles.note} data-state={step.state}>
            {step.note ?? t(`stepStates.${step.state}`)}
          </span>
        </p>
      )}
      <ol className={styles.list} data-plain>
        {steps.map((each, at) => (
          <li
            key={each.id}
            className={styles.step}
            data-state={each.state}
            data-shown={each.id === shown || undefined}
            aria-current={each.id === shown ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {icons[each.state] ? <Icon name={icons[each.state]!} size="small" /> : at + 1}
            </span>
            <span className={styles.text}>
              <Hidden>{t('stepOf', { step: at + 1, steps: steps.length, label: '' })}</Hidden>
              <StepName step={each} shown={each.id === shown} renderLink={renderLink} />
              <span className={styles.note} data-state={each.state}>
                {each.note ?? t(`stepStates.${each.state}`)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Where there is no room for all the names: the step shown, else the one that somebody has to do something about. */
const shownIndex = (steps: readonly Step[], shown: string): number => {
  const at = steps.findIndex(step => step.id === shown)
  return at >= 0 ? at : steps.findIndex(({ state }) => state === 'current' || state === 'error')
}

interface StepNameProps extends Pick<StepperProps, 'renderLink'> {
  step: Step
  shown: boolean
}

function StepName({ step, shown, renderLink }: StepNameProps) {
  const { href, label } = step
  if (href === undefined || shown) return <span className={styles.label}>{label}</span>
  return (
    <span className={styles.label}>
      {renderLink ? (
        renderLink({ ...step, href }, label)
      ) : (
        <Link href={href} variant="row">
          {label}
        </Link>
      )}
    </span>
  )
}
