import type { ReactNode } from 'react'
import { shownFileName } from '../../../domain/fileName.ts'
import type { SubmissionHistory } from '../../../domain/wire/inspection.ts'
import { useMessages } from '../../../messages/index.ts'
import { CopyId, LinkButton, Row } from '../../../ui/index.ts'
import { SubmissionStatus } from '../../common/SubmissionStatus.tsx'
import { nothingOfSubmission, useInspectorAddress } from '../address.ts'
import { statusNameOf } from './events.ts'

export interface SubmissionLineProps {
  history: SubmissionHistory
  /** Nothing else can be looked at here: there is no way to choose another. */
  isFixed?: boolean
  /** What can be done with its history. */
  children?: ReactNode
}

/** Which submission a view is about, and the way to another. */
export function SubmissionLine({ history, isFixed = false, children }: SubmissionLineProps) {
  const t = useMessages('inspector.history')
  const { hrefOf } = useInspectorAddress()
  const { submissionId, fileName, providerName, statusId } = history
  return (
    <Row justify="between" align="center">
      <Row gap={3} align="center">
        <strong>{shownFileName(fileName)}</strong>
        <SubmissionStatus status={statusNameOf(statusId)} isExact />
        <span>{providerName}</span>
        <CopyId value={submissionId} label={t('id')} last={8} />
      </Row>
      <Row gap={2}>
        {children}
        {!isFixed && (
          <LinkButton size="small" href={hrefOf(nothingOfSubmission)}>
            {t('pick.another')}
          </LinkButton>
        )}
      </Row>
    </Row>
  )
}
