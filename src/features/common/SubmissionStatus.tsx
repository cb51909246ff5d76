import { hasTag, type StatusName, statusLabel, statusOf, statusTone } from '../../domain/status.ts'
import { StatusTag } from '../../ui/index.ts'

export interface SubmissionStatusProps {
  status: StatusName
  variant?: 'filled' | 'plain'
  /** The very status, as the inspector tells it, where people read "Signed off" for what follows it. */
  isExact?: boolean
}

/** A submission's status by colour, icon and label. */
export function SubmissionStatus({ status, variant = 'filled', isExact = false }: SubmissionStatusProps) {
  return (
    <StatusTag
      tone={statusTone(status)}
      variant={variant}
      {...(hasTag(status, 'busy') ? { icon: 'progress' } : {})}
    >
      {isExact ? statusOf(status).label : statusLabel(status)}
    </StatusTag>
  )
}
