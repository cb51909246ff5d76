import { approvalLabel } from '../../../domain/labels.ts'
import type { OrganisationType } from '../../../domain/organisation.ts'
import { product } from '../../../domain/product.ts'
import type { ApprovalStatusName } from '../../../domain/status.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card } from '../../../ui/index.ts'
import styles from './WhatHappensNext.module.css'

/** Who acts after the submission is handed over, in order: the approvals of its chain, then the sign-off. */
export function WhatHappensNext({
  approvals,
  reader,
}: {
  approvals: readonly ApprovalStatusName[]
  reader: OrganisationType
}) {
  const t = useMessages('submissions.submit')
  const text = useText()
  return (
    <Card title={t('next.title')}>
      <ol className={styles.steps} aria-label={t('next.title')}>
        {approvals.map((status, at) => (
          <li key={status} className={styles.step}>
            <strong>{text(approvalLabel(status))}</strong>
            {at === 0 && <span className={styles.hint}>{t('next.decision', { reader })}</span>}
          </li>
        ))}
        <li className={styles.step}>
          <strong>{t('next.signOff', { reader })}</strong>
          <span className={styles.hint}>{t('next.signOffHint', { product: product.name })}</span>
        </li>
      </ol>
    </Card>
  )
}
