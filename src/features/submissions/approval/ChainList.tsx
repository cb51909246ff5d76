import { loggedAt } from '../../../domain/dates.ts'
import { approvalLabel } from '../../../domain/labels.ts'
import { product } from '../../../domain/product.ts'
import { isAwaitingCustomer } from '../../../domain/status.ts'
import type { Approval, Decider } from '../../../machines/approval-chain/index.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'
import { Term } from '../../common/Term.tsx'
import styles from './ChainList.module.css'

const tones: Record<Approval['state'], Tone> = {
  notReached: 'neutral',
  pending: 'waiting',
  done: 'good',
  declined: 'failed',
}

export interface ChainListProps {
  approvals: readonly Approval[]
  /** Agency staff read the person and the organisation, everybody else the organisation (decisions §12). */
  namesPeople: boolean
  /** Nothing can be decided any more. */
  isStopped: boolean
}

/** Who decided, as this reader may know it. */
export const decidedBy = (
  t: Translate<'submissions.approval'>,
  { name, organisationType }: Decider,
  namesPeople: boolean,
): string =>
  namesPeople && organisationType
    ? t('person', { name, organisation: t(`organisations.${organisationType}`, { product: product.name }) })
    : name

/** The approvals that this submission needs, each with who decided and when (specification 2 §2.12). */
export function ChainList({ approvals, namesPeople, isStopped }: ChainListProps) {
  const t = useMessages('submissions.approval')
  const text = useText()
  return (
    <ol className={styles.chain} data-plain aria-label={t('chain')}>
      {approvals.map(approval => (
        <li key={approval.status} className={styles.approval} data-state={approval.state}>
          <div className={styles.text}>
            <span className={styles.label}>
              {isAwaitingCustomer(approval.status) ? (
                <Term id="sc">{text(approvalLabel(approval.status))}</Term>
              ) : (
                text(approvalLabel(approval.status))
              )}
            </span>
            <span className={styles.note}>
              {approval.decision === undefined
                ? !isStopped && t(`approvers.${approval.status}`, { product: product.name })
                : t('decidedBy', {
                    at: text(loggedAt(approval.decision.at)),
                    by: decidedBy(t, approval.decision.by, namesPeople),
                  })}
            </span>
            {approval.decision?.isSameApprover && <span className={styles.note}>{t('sameApprover')}</span>}
            {approval.decision?.note && (
              <blockquote className={styles.written}>{approval.decision.note}</blockquote>
            )}
          </div>
          {isStopped && approval.decision === undefined ? (
            <StatusTag tone="neutral">{t('states.undecided')}</StatusTag>
          ) : (
            <StatusTag tone={tones[approval.state]}>{t(`states.${approval.state}`)}</StatusTag>
          )}
        </li>
      ))}
    </ol>
  )
}
