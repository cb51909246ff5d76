import type { ReactNode } from 'react'
import type { SubmissionWire } from '../../../domain/wire/submissions.ts'
import {
  type ApprovalChainSnapshot,
  selectApprovals,
  selectIsComplete,
  selectIsResubmissionRequired,
  signOffRefusal,
} from '../../../machines/approval-chain/index.ts'
import { Banner, Card, Columns, EmptyState, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { BulletList } from '../shared/BulletList.tsx'
import { Receipt } from '../shared/Receipt.tsx'
import { ChainList } from './ChainList.tsx'
import { texts } from './texts.ts'

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
  const { submission, chain, onPrint } = props
  if (chain.matches('notSubmitted')) {
    return (
      <EmptyState
        title={texts.notSubmitted.title}
        level={2}
        icon="clock"
        actions={<LinkButton href={props.submitHref}>{texts.notSubmitted.toSubmit}</LinkButton>}
      >
        {texts.notSubmitted.text}
      </EmptyState>
    )
  }
  return (
    <Stack gap={4}>
      <Outcome {...props} />
      <Columns layout="halves">
        <Card title={texts.title}>
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
            {texts.continue}
          </LinkButton>
        </Row>
      )}
    </Stack>
  )
}

function Outcome({ chain, uploadButton }: ApprovalViewProps) {
  if (selectIsResubmissionRequired(chain)) {
    const { title, text, reasons, next } = texts.resubmission
    return (
      <Banner tone="attention" title={title} actions={uploadButton}>
        <p>{text}</p>
        <BulletList items={reasons.map(reason => ({ id: reason, content: reason }))} />
        <p>{next}</p>
      </Banner>
    )
  }
  if (selectIsComplete(chain)) {
    return (
      <Banner tone="good" title={texts.approved.title}>
        {texts.approved.text}
      </Banner>
    )
  }
  return (
    <Banner tone="waiting" title={texts.submitted.title}>
      {texts.submitted.text}
    </Banner>
  )
}
