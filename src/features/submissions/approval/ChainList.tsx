import { formatDateTime } from '../../../domain/dates.ts'
import { product } from '../../../domain/product.ts'
import type { Approval } from '../../../machines/approval-chain/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import styles from './ChainList.module.css'

const tones: Record<Approval['state'], Tone> = {
  notReached: 'neutral',
  pending: 'waiting',
  done: 'good',
  declined: 'failed',
}

/** The approvals that this submission needs, each with who decided and when (specification 2 §2.12). */
export function ChainList({ approvals }: { approvals: readonly Approval[] }) {
  const t = useMessages('submissions.approval')
  return (
    <ol className={styles.chain} data-plain aria-label={t('chain')}>
      {approvals.map(approval => (
        <li key={approval.status} className={styles.approval} data-state={approval.state}>
          <div className={styles.words}>
            <span className={styles.label}>{approval.label}</span>
            <span className={styles.note}>
              {approval.at === undefined
                ? t(`approvers.${approval.status}`, { product: product.name })
                : approval.by
                  ? t('decidedBy', { at: formatDateTime(approval.at), by: approval.by })
                  : formatDateTime(approval.at)}
            </span>
          </div>
          <StatusTag tone={tones[approval.state]}>{t(`states.${approval.state}`)}</StatusTag>
        </li>
      ))}
    </ol>
  )
}
