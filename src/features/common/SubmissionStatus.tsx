import { exactStatusLabel, statusLabel } from '../../domain/labels.ts'
import { hasTag, type StatusName, statusTone } from '../../domain/status.ts'
import { useText } from '../../messages/index.ts'
import { StatusTag } from '../../ui/index.ts'

export interface SubmissionStatusProps {
  status: StatusName
  variant?: 'filled' | 'plain'
  /** The very status, as the inspector tells it, where people read "Signed off" for what follows it. */
  isExact?: boolean
}

/** A submission's status by colour, icon and label. */
export function SubmissionStatus({ status, variant = 'filled', isExact = false }: SubmissionStatusProps) {
  const text = useText()
  return (
    <StatusTag
      tone={statusTone(status)}
      variant={variant}
      {...(hasTag(status, 'busy') ? { icon: 'progress' } : {})}
    >
      {text(isExact ? exactStatusLabel(status) : statusLabel(status))}
    </StatusTag>
  )
}
