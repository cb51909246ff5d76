import { actionLabel } from '../../../domain/labels.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import type { ProviderStandingIn } from '../../../domain/wire/providerOverview.ts'
import { useServices, useViewer } from '../../../hooks/index.ts'
import { newUploadRefusal, replacedByUpload } from '../../../machines/submission/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { newSubmissionId, pagePath } from '../../common/address.ts'
import { NewUploadButton } from '../../common/NewUploadButton.tsx'

/** Begins a submission in the place of the provider, as far as the chart lets the viewer. */
export function UploadFor({ row, instId }: { row: ProviderStandingIn; instId: string }) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  const { navigate } = useServices()
  const { principal } = useViewer()
  const { collection, newSubmission } = row
  if (!newSubmission) return null
  const facts = factsFromWire(newSubmission)
  const { id: collectionId, reference } = collection
  return (
    <NewUploadButton
      size="small"
      aria-label={t('upload.to', { collection: collection.name })}
      refusal={newUploadRefusal(facts, principal)}
      replaces={replacedByUpload(facts)}
      onStart={() =>
        navigate(
          pagePath(
            { area: 'monitoring', reference, collectionId, instId, submissionId: newSubmissionId },
            'upload',
          ),
        )
      }
    >
      {text(actionLabel('UPLOAD_REQUESTED'))}
    </NewUploadButton>
  )
}
