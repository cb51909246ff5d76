import { isProcessing, type StatusName, statusOf } from '../../domain/status.ts'
import { statusTone } from '../../domain/statusTone.ts'
import { StatusTag } from '../../ui/index.ts'

export interface SubmissionStatusProps {
  status: StatusName
  variant?: 'filled' | 'plain'
}

/** A submission's status by colour, icon and label. */
export function SubmissionStatus({ status, variant = 'filled' }: SubmissionStatusProps) {
  const isUnderWay = status === 'UPLOADING' || status === 'UPLOADED' || isProcessing(status)
  const tone = statusTone(status)
  return (
    <StatusTag
      tone={tone}
      variant={variant}
      {...(isUnderWay && tone === 'waiting' ? { icon: 'progress' } : {})}
    >
      {statusOf(status).label}
    </StatusTag>
  )
}
