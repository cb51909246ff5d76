import { uploadedAt } from '../../../domain/dates.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import type { PreviousSubmission } from '../shared/CompareChoice.tsx'

/** The submission with which last year's collection was signed off. */
export type LastYear = PreviousSubmission & { collectionName: string }

interface Compared {
  submissionId: string
  uploadedDate: string
}

/** Names what the report stands beside, as "Change since Student 2022/23, signed off"; undefined where it stands beside nothing. */
export const useAgainst = (
  compared: Compared | undefined,
  lastYear: LastYear | undefined,
): string | undefined => {
  const t = useMessages('submissions.quality')
  const text = useText()
  if (!compared) return undefined
  return compared.submissionId === lastYear?.submissionId
    ? t('against.signedOff', { collection: lastYear.collectionName })
    : t('against.upload', { uploaded: text(uploadedAt(compared.uploadedDate)) })
}
