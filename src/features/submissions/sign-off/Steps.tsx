import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/index.ts'
import { StatusTag } from '../../../ui/index.ts'
import styles from './Steps.module.css'

/** done, to be done now, or later. */
export type SignOffStepState = 'done' | 'current' | 'later'

export interface SignOffStep {
  id: string
  title: string
  state: SignOffStepState
  content?: ReactNode
}

const tones = { done: 'good', current: 'waiting', later: 'neutral' } as const

/** The steps of the sign-off in order; one of them is current. */
export function Steps({ label, steps }: { label: string; steps: readonly SignOffStep[] }) {
  const t = useMessages('submissions.sign-off')
  return (
    <ol className={styles.steps} data-plain aria-label={label}>
      {steps.map(({ id, title, state, content }, index) => (
        <li key={id} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={styles.mark} aria-hidden="true">
            {index + 1}
          </span>
          <div className={styles.body}>
            <p className={styles.title}>
              <strong>{title}</strong> <StatusTag tone={tones[state]}>{t(`step.${state}`)}</StatusTag>
            </p>
            {content}
          </div>
        </li>
      ))}
    </ol>
  )
}
