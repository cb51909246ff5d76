import type { ReactNode } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import { nextSentence } from '../../../domain/labels.ts'
import type { RecordDescription } from '../../../domain/record.ts'
import { hasHistory } from '../../../domain/status.ts'
import { signOffRefusal } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Standing } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageSnapshot, Work } from '../../../machines/submission-page/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Columns, EmptyState, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { BulletList } from '../shared/BulletList.tsx'
import { Receipt } from '../shared/Receipt.tsx'
import { ChainCard } from './ChainCard.tsx'
import { decidedBy } from './ChainList.tsx'
import type { Chain } from './useChain.ts'
import styles from './view.module.css'

export interface ApprovalViewProps extends Chain {
  record: RecordDescription | null | undefined
  submission: KnownSubmission
  page: SubmissionPageSnapshot
  /** Calendar date by which submissions are due; undefined without one. */
  deadline: string | undefined
  /** What approvers read and decide on; nothing for the provider. */
  deciding: ReactNode
  /** What the provider wants the approvers to know. */
  notes: ReactNode
  /** Who acts next, for this reader. */
  standing: Standing
  submitHref: string
  signOffHref: string
  /** The button that starts a new submission; nothing for those who may never upload. */
  uploadButton: ReactNode
  onPrint: () => void
}

/** Approval: the chain with who and when; the receipt of what was submitted (specification 2 §2.12). */
export function ApprovalView(props: ApprovalViewProps) {
  const t = useMessages('submissions.approval')
  const text = useText()
  const { submission, page, deciding, onPrint } = props
  if (!page.hasTag('handedOver')) {
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
  // Approvers read whose turn it is beside the decision.
  const outcome = !(deciding && page.matches({ work: 'approving' })) && <Outcome {...props} />
  return (
    <Stack gap={4}>
      {outcome}
      {deciding || (
        <Columns layout="halves">
          <ChainCard {...props} />
          <Stack gap={4}>
            <Receipt
              submission={submission}
              record={props.record}
              standing={props.standing}
              onPrint={onPrint}
            />
            {props.notes}
          </Stack>
        </Columns>
      )}
      {!page.matches({ work: 'sentBack' }) && (
        <Row justify="end">
          <LinkButton
            href={props.signOffHref}
            variant="primary"
            iconEnd="arrowRight"
            disabledReason={page.hasTag('approved') ? undefined : text(signOffRefusal)}
          >
            {t('continue')}
          </LinkButton>
        </Row>
      )}
    </Stack>
  )
}

const resubmissionReasons = ['standards', 'requested', 'amendments', 'queries'] as const

/** The banner, with what comes next, by what is at work. */
const banners = [
  { work: 'approving', tone: 'waiting', scope: 'submitted' },
  { work: 'approved', tone: 'good', scope: 'approved' },
  { work: 'signingOff', tone: 'good', scope: 'signOffRequested' },
  { work: 'signedOff', tone: 'good', scope: 'signedOff' },
] as const satisfies readonly { work: Work; tone: string; scope: string }[]

function Outcome({ submission, page, uploadButton, sentBack, namesPeople, standing }: ApprovalViewProps) {
  const t = useMessages('submissions.approval')
  const text = useText()
  if (page.matches({ work: 'sentBack' })) {
    return (
      <Banner tone="attention" title={t('resubmission.title')} actions={uploadButton}>
        {sentBack?.note && (
          <>
            <p>
              {t('resubmission.note', {
                at: text(loggedAt(sentBack.at)),
                by: decidedBy(t, sentBack.by, namesPeople),
              })}
            </p>
            <blockquote className={styles.note}>{sentBack.note}</blockquote>
          </>
        )}
        <p>{t('resubmission.text')}</p>
        <BulletList
          items={resubmissionReasons.map(id => ({ id, content: t(`resubmission.reasons.${id}`) }))}
        />
        <p>{text(nextSentence(standing))}</p>
      </Banner>
    )
  }
  const banner = banners.find(({ work }) => page.matches({ work }))
  if (!banner) return null
  return (
    <Banner tone={standing.stopped ? 'neutral' : banner.tone} title={t(`${banner.scope}.title`)}>
      {!standing.stopped && (
        <p>
          {t(`${banner.scope}.text`, {
            history: hasHistory(submission.status) ? 'kept' : 'none',
          })}
        </p>
      )}
      <p>{text(nextSentence(standing))}</p>
    </Banner>
  )
}
