import { isProcessing, type StatusName, statusLabel, statusOf } from '../../domain/status.ts'
import { statusTone } from '../../domain/statusTone.ts'
import { StatusTag } from '../../ui/index.ts'

export interface SubmissionStatusProps {
  status: StatusName
  variant?: 'filled' | 'plain'
  /** The very status, as the inspector tells it, where people read "Signed off" for what follows it. */
  isExact?: boolean
}

/** A submission's status by colour, icon and label. */
export function SubmissionStatus({ status, variant = 'filled', isExact = false }: SubmissionStatusProps) {
  const isUnderWay = status === 'UPLOADING' || status === 'UPLOADED' || isProcessing(status)
  const tone = statusTone(status)
  return (
    <StatusTag
      tone={tone}
      variant={variant}
      {...(isUnderWay && tone === 'waiting' ? { icon: 'progress' } : {})}
    >
      {isExact ? statusOf(status).label : statusLabel(status)}
    </StatusTag>
  )
}
