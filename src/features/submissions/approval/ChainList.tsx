import { formatDateTime } from '../../../domain/dates.ts'
import type { Approval } from '../../../machines/approval-chain/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import styles from './ChainList.module.css'
import { texts } from './texts.ts'

const tones: Record<Approval['state'], Tone> = {
  notReached: 'neutral',
  pending: 'waiting',
  done: 'good',
  declined: 'failed',
}

/** The approvals that this submission needs, each with who decided and when (specification 2 §2.12). */
export function ChainList({ approvals }: { approvals: readonly Approval[] }) {
  return (
    <ol className={styles.chain} data-plain aria-label={texts.chain}>
      {approvals.map(approval => (
        <li key={approval.status} className={styles.approval} data-state={approval.state}>
          <div className={styles.words}>
            <span className={styles.label}>{approval.label}</span>
            <span className={styles.note}>
              {approval.at === undefined
                ? texts.approvers[approval.status]
                : texts.decided(formatDateTime(approval.at), approval.by)}
            </span>
          </div>
          <StatusTag tone={tones[approval.state]}>{texts.states[approval.state]}</StatusTag>
        </li>
      ))}
    </ol>
  )
}
