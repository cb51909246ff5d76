import { actionLabel } from '../../../domain/labels.ts'
import { signOffSubmission } from '../../../domain/wire/submissions.ts'
import { useAction, useServices, useViewer } from '../../../hooks/index.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import { explain } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, Row, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import type { SubmissionPageContext } from '../shared/page.ts'

export interface RecordSignOffProps {
  page: Pick<SubmissionPageContext, 'status' | 'facts' | 'replace'>
  submission: KnownSubmission
  /** Whether the provider has returned the signed form in the portal. */
  hasForm: boolean
}

/** The agency records the sign-off where it has the form before it; nothing for those who may never do so. */
export function RecordSignOff({ page, submission, hasForm }: RecordSignOffProps) {
  const t = useMessages('submissions.sign-off')
  const text = useText()
  const { call } = useServices()
  const { principal, may } = useViewer()
  const recording = useAction(() => call(signOffSubmission, { path: { id: submission.submissionId } }), {
    onDone: (_, answer) => page.replace(answer),
  })
  if (!page.facts || !may('monitoring.sign-off-submission')) return null
  const { refusal } = explain(page.status, page.facts, { type: 'SIGN_OFF', actor: principal })
  return (
    <Stack gap={3}>
      <Banner tone={hasForm ? 'neutral' : 'attention'} title={t('record.title')}>
        {t(hasForm ? 'record.text' : 'record.noForm')}
      </Banner>
      <ActionFailure title={t('record.failed')} problem={recording.problem} hasReason />
      <Row gap={2}>
        <Button
          variant="primary"
          isPending={recording.isRunning}
          disabledReason={text(refusal?.reason)}
          onPress={() => recording.run(undefined)}
        >
          {text(actionLabel('SIGN_OFF'))}
        </Button>
      </Row>
    </Stack>
  )
}
