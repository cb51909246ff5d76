import { exactStatusLabel } from '../../../domain/labels.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card } from '../../../ui/index.ts'
import { EffectList } from '../question/EffectList.tsx'
import { eventLabel } from '../question/events.ts'
import type { Subject } from '../question/useSubject.ts'
import { byWhom } from './Moves.tsx'
import styles from './Simulation.module.css'
import type { Taken } from './simulation.ts'

export interface StepsProps {
  subject: Subject
  steps: readonly Taken[]
  title?: string
  /** Keeps the first steps only, so many; absent if the steps cannot be changed. */
  onGoBack?: ((count: number) => void) | undefined
}

/** The steps of a simulation, each with its effects. */
export function Steps({ subject, steps, title, onGoBack }: StepsProps) {
  const text = useText()
  const t = useMessages('inspector.what-if')
  const questionMessages = useMessages('inspector.question')
  const count = steps.length
  return (
    <Card title={title ?? t('history')} level={3}>
      {count === 0 ? (
        <p className={styles.quiet}>{t('noSteps')}</p>
      ) : (
        <ol className={styles.steps}>
          {steps.map((step, at) => (
            // The same event may be taken several times, so only its place identifies it.
            <li
              key={steps
                .slice(0, at + 1)
                .map(({ event }) => event)
                .join(' ')}
            >
              <strong>{eventLabel(text, step.event)}</strong>{' '}
              <span className={styles.quiet}>{byWhom(t, questionMessages, text, step.person)}</span>
              <p>
                {step.before === step.after
                  ? t('stays', { at: text(exactStatusLabel(step.after)) })
                  : t('leads', {
                      from: text(exactStatusLabel(step.before)),
                      to: text(exactStatusLabel(step.after)),
                    })}
              </p>
              {step.effects.length > 0 && (
                <div className={styles.effects}>
                  <EffectList effects={step.effects} status={step.after} mode={subject.facts.mode} />
                </div>
              )}
              {onGoBack && at < count - 1 && (
                <Button size="small" variant="quiet" onPress={() => onGoBack(at + 1)}>
                  {t('backTo', { step: at + 1 })}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
