import type { ReactNode } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import { nextSentence, stepLabel } from '../../../domain/labels.ts'
import { hasHistory } from '../../../domain/status.ts'
import { type Approval, type Decision, signOffRefusal } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Standing } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageSnapshot, Work } from '../../../machines/submission-page/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Card, Columns, EmptyState, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { BulletList } from '../shared/BulletList.tsx'
import { Receipt } from '../shared/Receipt.tsx'
import { ChainList, decidedBy } from './ChainList.tsx'
import styles from './view.module.css'

export interface ApprovalViewProps {
  submission: KnownSubmission
  page: SubmissionPageSnapshot
  approvals: Loaded<Approval[]>
  /** The decision after which another submission is needed; undefined where there is none. */
  sentBack: Decision | undefined
  /** What was found in the file; nothing for those who do not decide. */
  findings: ReactNode
  /** What the provider wants the approvers to know. */
  notes: ReactNode
  /** Agency staff read people, everybody else organisations. */
  namesPeople: boolean
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
  const { submission, page, approvals, onPrint } = props
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
  return (
    <Stack gap={4}>
      <Outcome {...props} />
      <Columns layout="halves">
        <Stack gap={4}>
          <Card
            title={text(stepLabel('approval'))}
            explanation={
              <Term id="approval" isMark>
                {text(stepLabel('approval'))}
              </Term>
            }
          >
            <WhenLoaded resource={approvals} loading={t('loading')} failed={t('failed')} sketch="rows">
              {list => (
                <ChainList
                  approvals={list}
                  namesPeople={props.namesPeople}
                  isStopped={props.standing.stopped !== undefined}
                />
              )}
            </WhenLoaded>
          </Card>
          {props.findings}
        </Stack>
        <Stack gap={4}>
          <Receipt submission={submission} standing={props.standing} onPrint={onPrint} />
          {props.notes}
        </Stack>
      </Columns>
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
