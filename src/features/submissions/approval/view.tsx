import type { ReactNode } from 'react'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import {
  type ApprovalChainSnapshot,
  selectApprovals,
  selectIsComplete,
  selectIsResubmissionRequired,
  signOffRefusal,
} from '../../../machines/approval-chain/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Banner, Card, Columns, EmptyState, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { BulletList } from '../shared/BulletList.tsx'
import { Receipt } from '../shared/Receipt.tsx'
import { ChainList } from './ChainList.tsx'

export interface ApprovalViewProps {
  submission: SubmissionWire
  chain: ApprovalChainSnapshot
  submitHref: string
  signOffHref: string
  /** The button that starts a new submission; nothing for those who may never upload. */
  uploadButton: ReactNode
  onPrint: () => void
}

/** Approval: the chain with who and when; the receipt of what was submitted (specification 2 §2.12). */
export function ApprovalView(props: ApprovalViewProps) {
  const t = useMessages('submissions.approval')
  const { submission, chain, onPrint } = props
  if (chain.matches('notSubmitted')) {
    return (
      <EmptyState
        title={t('notSubmitted.title')}
        level={2}
        icon="clock"
        actions={<LinkButton href={props.submitHref}>{t('notSubmitted.toSubmit')}</LinkButton>}
      >
        {t('notSubmitted.text')}
      </EmptyState>
    )
  }
  return (
    <Stack gap={4}>
      <Outcome {...props} />
      <Columns layout="halves">
        <Card title={t('title')}>
          <ChainList approvals={selectApprovals(chain)} />
        </Card>
        <Receipt submission={submission} onPrint={onPrint} />
      </Columns>
      {!selectIsResubmissionRequired(chain) && (
        <Row justify="end">
          <LinkButton
            href={props.signOffHref}
            variant="primary"
            iconEnd="arrowRight"
            disabledReason={selectIsComplete(chain) ? undefined : signOffRefusal}
          >
            {t('continue')}
          </LinkButton>
        </Row>
      )}
    </Stack>
  )
}

const resubmissionReasons = ['standards', 'requested', 'amendments', 'queries'] as const

function Outcome({ chain, uploadButton }: ApprovalViewProps) {
  const t = useMessages('submissions.approval')
  if (selectIsResubmissionRequired(chain)) {
    return (
      <Banner tone="attention" title={t('resubmission.title')} actions={uploadButton}>
        <p>{t('resubmission.text')}</p>
        <BulletList
          items={resubmissionReasons.map(id => ({ id, content: t(`resubmission.reasons.${id}`) }))}
        />
        <p>{t('resubmission.next')}</p>
      </Banner>
    )
  }
  if (selectIsComplete(chain)) {
    return (
      <Banner tone="good" title={t('approved.title')}>
        {t('approved.text')}
      </Banner>
    )
  }
  return (
    <Banner tone="waiting" title={t('submitted.title')}>
      {t('submitted.text')}
    </Banner>
  )
}
