import type { Explanation } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, StatusTag } from '../../../ui/index.ts'
import styles from './view.module.css'

/** What the lifecycle asks for before a submission is submitted, and what of it is met, in its own words. */
export function Conditions({ checks }: Pick<Explanation, 'checks'>) {
  const t = useMessages('submissions.submit')
  const text = useText()
  const met = checks.filter(({ holds }) => holds)
  if (met.length === 0) return null
  return (
    <Card title={t('conditions')}>
      <ul className={styles.list} data-plain>
        {met.map(({ guard, message }) => (
          <li key={guard}>
            <StatusTag tone="good" variant="plain">
              {text(message)}
            </StatusTag>
          </li>
        ))}
      </ul>
    </Card>
  )
}
