import type { ReactNode } from 'react'
import { signOffDay } from '../../../domain/dates.ts'
import { actionLabel, nextSentence, stepLabel } from '../../../domain/labels.ts'
import type { Problem } from '../../../domain/problem.ts'
import { product } from '../../../domain/product.ts'
import type { RecordDescription } from '../../../domain/record.ts'
import { signOffRefusal } from '../../../machines/approval-chain/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { expects, type Standing } from '../../../machines/submission-lifecycle/index.ts'
import type { SubmissionPageSnapshot } from '../../../machines/submission-page/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, Card, Columns, EmptyState, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { Receipt } from '../shared/Receipt.tsx'
import { Terms, type TermsHandle } from '../shared/Terms.tsx'
import { type SignOffStep, Steps } from './Steps.tsx'

export interface SignOffViewProps extends TermsHandle {
  record: RecordDescription | null | undefined
  submission: KnownSubmission
  page: SubmissionPageSnapshot
  onDownloadForm: () => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Why the form cannot be downloaded by this viewer; undefined when it can. */
  downloadRefusal: string | undefined
  approvalHref: string
  /** Where those go who have finished: the dashboard, or monitoring. */
  home: { href: string; label: string }
  /** The signed copy of the form, from the request of the sign-off on; nothing for those who may not read it. */
  signedForm: ReactNode
  /** What the agency decides on the form; nothing for everybody else. */
  decision: ReactNode
  /** Who acts next, for this reader. */
  standing: Standing
  onPrint: () => void
}

/** Sign Off: three steps, of which one is current (specification 2 §2.12, §5; mocks 13, 13b). */
export function SignOffView(props: SignOffViewProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  const { submission, page, onPrint, decision, signedForm } = props
  const work = (['approved', 'signingOff', 'signedOff'] as const).find(one => page.matches({ work: one }))
  if (work === undefined)
    return (
      <EmptyState
        title={t('notYet.title')}
        level={2}
        icon="lock"
        actions={<LinkButton href={props.approvalHref}>{t('notYet.toApproval')}</LinkButton>}
      >
        {text(signOffRefusal)}
      </EmptyState>
    )
  return (
    <Stack gap={4}>
      {work === 'signedOff' && (
        <Banner
          tone="good"
          title={t('signedOff.title')}
          announced="status"
          actions={
            <LinkButton href={props.home.href} variant="primary">
              {props.home.label}
            </LinkButton>
          }
        >
          <p>{t('signedOff.text')}</p>
          <p>{text(nextSentence(props.standing))}</p>
        </Banner>
      )}
      <ActionFailure title={t('downloadFailed')} problem={props.downloadProblem} />
      <Columns layout="main-side">
        <Stack gap={4}>
          {decision ? (
            <Card title={t('form.title')}>{signedForm}</Card>
          ) : (
            <Card
              title={text(stepLabel('signoff'))}
              explanation={
                <Term id="signOff" isMark>
                  {text(stepLabel('signoff'))}
                </Term>
              }
              actions={work !== 'signedOff' && <NextActor {...props} />}
            >
              <Steps label={text(stepLabel('signoff'))} steps={stepsOf(t, text, props, work)} />
            </Card>
          )}
        </Stack>
        <Stack gap={4}>
          {decision}
          <Receipt
            submission={submission}
            record={props.record}
            standing={props.standing}
            onPrint={onPrint}
          />
        </Stack>
      </Columns>
    </Stack>
  )
}

/** Who acts next, or why nobody does. */
function NextActor({ standing }: SignOffViewProps) {
  const text = useText()
  return <strong role="status">{text(nextSentence(standing))}</strong>
}

type Work = 'approved' | 'signingOff' | 'signedOff'

const stepsOf = (
  t: Translate<'submissions.sign-off'>,
  text: ToText,
  props: SignOffViewProps,
  work: Work,
): SignOffStep[] => {
  const { submission, signedForm } = props
  const isFormReturned = submission.facts.isFormReturned === true
  const requested = submission.history.findLast(({ status }) => expects(status, 'SIGN_OFF'))
  const current = work === 'approved' ? 0 : work === 'signedOff' ? 3 : isFormReturned ? 2 : 1
  const stateAt = (at: number) => (at < current ? 'done' : at === current ? 'current' : 'later')
  return [
    {
      id: 'request',
      title: text(actionLabel('REQUEST_SIGN_OFF')),
      state: stateAt(0),
      content:
        current === 0 ? (
          <RequestForm {...props} />
        ) : (
          requested && (
            <div>
              <p data-focus-next>{t('requested.title')}</p>
              <p>
                {t('date')} {text(signOffDay(requested.at))}. {t('step.termsAccepted')}
              </p>
            </div>
          )
        ),
    },
    {
      id: 'form',
      title: t('step.form'),
      state: stateAt(1),
      content: current > 0 && (
        <Stack gap={3}>
          {work === 'signingOff' && <DownloadForm {...props} />}
          {signedForm}
        </Stack>
      ),
    },
    {
      id: 'record',
      title: t('step.record', { product: product.name }),
      state: stateAt(2),
      content: current < 3 && <p>{t('step.recordHint')}</p>,
    },
  ]
}

function DownloadForm(props: SignOffViewProps) {
  const t = useMessages('submissions.sign-off')
  return (
    <Row gap={3}>
      <Button
        icon="download"
        isPending={props.isDownloading}
        disabledReason={props.submission.fileHash === null ? t('noForm') : props.downloadRefusal}
        onPress={props.onDownloadForm}
      >
        {t('download')}
      </Button>
      <span>{t('step.sign')}</span>
    </Row>
  )
}

function RequestForm(props: SignOffViewProps) {
  const text = useText()
  const t = useMessages('submissions.sign-off')
  const { refusal } = props
  return (
    <Stack gap={4}>
      {refusal !== undefined && <Banner tone="failed" title={text(refusal)} />}
      <p>{t('lead')}</p>
      <Terms {...props} event="REQUEST_SIGN_OFF" terms={t('terms')} failed={t('requestFailed')} />
    </Stack>
  )
}
