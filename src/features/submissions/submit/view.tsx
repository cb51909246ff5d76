import type { ReactNode } from 'react'
import { calendarDay, uploadedAt } from '../../../domain/dates.ts'
import { daysUntil } from '../../../domain/deadline.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { actionLabel, approvalLabel } from '../../../domain/labels.ts'
import type { OrganisationType } from '../../../domain/organisation.ts'
import { product } from '../../../domain/product.ts'
import { type ApprovalStatusName, arrivalOf } from '../../../domain/status.ts'
import type { ShadedFigures, SubmitFindings } from '../../../domain/submitFindings.ts'
import type { KeyFigure, QualityRuleRow } from '../../../domain/wire/quality.ts'
import type { CommitAllowedStatus } from '../../../domain/wire/submissions.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Explanation } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageSnapshot } from '../../../machines/submission-page/index.ts'
import { type Message, type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Card,
  Columns,
  DescriptionList,
  LinkButton,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { BulletList } from '../shared/BulletList.tsx'
import type { Comparison } from '../shared/CountsTable.tsx'
import { ForApprovers } from '../shared/ForApprovers.tsx'
import { ReasonText } from '../shared/ReasonText.tsx'
import { Terms, type TermsHandle } from '../shared/Terms.tsx'
import { Blocking } from './Blocking.tsx'
import styles from './view.module.css'

export interface SubmitViewProps extends TermsHandle {
  submission: KnownSubmission
  page: SubmissionPageSnapshot
  commit: Loaded<CommitAllowedStatus>
  approvalHref: string
  /** The rules of the quality report; undefined while the file has no results, and for those who may not read it. */
  findings: Loaded<SubmitFindings<QualityRuleRow>> | undefined
  /** Who approves, in order. */
  approvals: readonly ApprovalStatusName[]
  reader: OrganisationType
  makesIssues: boolean
  /** The upload before, for comparison. */
  comparison: Comparison | undefined
  credibility: ShadedFigures | undefined
  /** Students and what rules measure of the whole file; undefined while it loads. */
  figures: readonly KeyFigure[] | undefined
  /** Calendar date by which submissions are due; undefined where none is set. */
  deadline: string | undefined
  now: Date
  ruleHref: (rule: QualityRuleRow) => string
  unexplainedHref: string
  credibilityHref: string
  /** Where the failing records are downloaded. */
  recordsHref: string
  /** The report on where research students go, with who has agreed. */
  transfersHref: string
  issuesHref: string
  sheetHref: string
  /** The button that starts a new submission; nothing for those who may never upload. */
  uploadButton: ReactNode
  navigation: ReactNode
}

/** Submit: what is handed over, what stands against it, the terms (specification 2 §2.12, §5, §8). */
export function SubmitView(props: SubmitViewProps) {
  const t = useMessages('submissions.submit')
  const { page, commit, navigation } = props
  return (
    <Stack gap={4}>
      {page.hasTag('handedOver') ? (
        <Banner
          tone="good"
          title={t('done.title')}
          actions={<LinkButton href={props.approvalHref}>{t('toApproval')}</LinkButton>}
        >
          {t('done.text')}
        </Banner>
      ) : (
        <WhenLoaded resource={commit} loading={t('checking')} failed={t('commitFailed')}>
          {answer => <Form {...props} status={answer} />}
        </WhenLoaded>
      )}
      {navigation}
    </Stack>
  )
}

function Form(props: SubmitViewProps & { status: CommitAllowedStatus }) {
  const text = useText()
  const t = useMessages('submissions.submit')
  const { explanation, status, refusal } = props
  return (
    <Stack gap={4}>
      <Columns layout="main-side">
        <Stack gap={4}>
          {refusal !== undefined && (
            <Refusal {...props} reason={refusal} reasons={status.commitNotAllowedReasons} />
          )}
          {refusal === undefined && <Warning {...status.submissionStatuses} />}
          {props.findings && (
            <ForApprovers
              findings={props.findings}
              approvals={props.approvals}
              openIssues={status.submissionStatuses.openIssues}
              figures={props.figures}
              comparison={props.comparison}
              credibility={props.credibility}
              credibilityHref={props.credibilityHref}
              unexplainedHref={props.unexplainedHref}
              issuesHref={props.issuesHref}
              sheetHref={props.sheetHref}
              makesIssues={props.makesIssues}
            />
          )}
        </Stack>
        <Stack gap={4}>
          <Card
            title={text(actionLabel('SUBMIT'))}
            explanation={
              <Term id="approval" isMark>
                {text(actionLabel('SUBMIT'))}
              </Term>
            }
          >
            <Stack gap={4}>
              <DescriptionList items={itemsOf(t, text, props)} />
              <p>{t('lead')}</p>
              <Terms {...props} event="SUBMIT" terms={t('terms')} failed={t('dialogFailed')} />
            </Stack>
          </Card>
          <Conditions checks={explanation.checks} />
          <WhatHappensNext approvals={props.approvals} reader={props.reader} />
        </Stack>
      </Columns>
    </Stack>
  )
}

type RefusalProps = Pick<
  SubmitViewProps,
  'submission' | 'findings' | 'ruleHref' | 'recordsHref' | 'transfersHref' | 'uploadButton'
> & {
  reason: Message
  reasons: readonly string[]
}

function Refusal({ reason, reasons, submission, findings, ruleHref, ...props }: RefusalProps) {
  const text = useText()
  const t = useMessages('submissions.submit')
  const blocking = findings?.data?.blocking ?? []
  const { lacksTransferConsent } = submission.facts.blockers
  // The chart lists the blockers in one line; the server's own list may carry links.
  if (reason.code === 'hasNoBlockers.fails' && reasons.length > 0) {
    return (
      <Banner tone="failed" title={t('reasons')} isWide>
        <Stack gap={2}>
          <BulletList items={reasons.map(each => ({ id: each, content: <ReasonText>{each}</ReasonText> }))} />
          {blocking.length > 0 && <Blocking rules={blocking} ruleHref={ruleHref} />}
          {(lacksTransferConsent || blocking.length > 0) && (
            <Row gap={2}>
              {lacksTransferConsent && (
                <LinkButton href={props.transfersHref} size="small">
                  {t('blocking.transfers')}
                </LinkButton>
              )}
              {blocking.length > 0 && (
                <>
                  <LinkButton href={props.recordsHref} size="small" icon="download">
                    {t('blocking.download')}
                  </LinkButton>
                  {props.uploadButton}
                </>
              )}
            </Row>
          )}
        </Stack>
      </Banner>
    )
  }
  return <Banner tone="failed" title={text(reason)} />
}

function Warning({ openIssues = 0, ruleFailures }: CommitAllowedStatus['submissionStatuses']) {
  const t = useMessages('submissions.submit')
  if (openIssues === 0 && ruleFailures === 0) return null
  const title =
    openIssues > 0 && ruleFailures > 0
      ? t('warning.both', { issues: openIssues, rules: ruleFailures })
      : openIssues > 0
        ? t('warning.issues', { issues: openIssues })
        : t('warning.rules', { rules: ruleFailures })
  return (
    <Banner tone="attention" title={title}>
      {t('warning.text')}
    </Banner>
  )
}

const due = (t: Translate<'submissions.submit'>, date: string, days: number): string =>
  days < 0 ? t('deadline.over', { date }) : t('deadline.value', { date, days })

/** What is handed over, and by when. */
const itemsOf = (
  t: Translate<'submissions.submit'>,
  text: ToText,
  { submission, deadline, now }: SubmitViewProps,
) => [
  { id: 'file', term: t('fileName'), value: shownFileName(submission.fileName) },
  {
    id: 'uploaded',
    term: t('uploaded'),
    value: text(uploadedAt(arrivalOf(submission.status, submission.uploaded))),
  },
  {
    id: 'collection',
    term: t('collection'),
    value: `${submission.collection.name} (${submission.collection.reference})`,
  },
  ...(deadline === undefined
    ? []
    : [
        {
          id: 'deadline',
          term: t('deadline.term'),
          value: due(t, text(calendarDay(deadline)), daysUntil(deadline, now)),
        },
      ]),
]

/** The lifecycle's conditions for submitting that are met, in its own words. */
function Conditions({ checks }: Pick<Explanation, 'checks'>) {
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

/** Who acts after the submission is handed over, in order: the approvals of its chain, then the sign-off. */
function WhatHappensNext({
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
