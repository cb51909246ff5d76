import { uploadEndings } from '../../domain/limits.ts'
import type { SubmissionMode } from '../../domain/status.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import { useHandOver } from '../../hooks/handOver.ts'
import { useMessages } from '../../messages/index.ts'
import { Card, type CardProps, DropArea, FileButton, Row, Stack } from '../../ui/index.ts'
import { newSubmissionId, pagePath } from '../common/address.ts'
import { modes } from '../common/modes.ts'

export interface UploadCardProps extends CardProps {
  mode: SubmissionMode
  collection: Pick<CollectionWire, 'id' | 'name'>
  /** Whether this person can begin an upload now. */
  isOffered: boolean
}

/**
 * The card of a collection, on which a file can be dropped anywhere: it is checked on the page of the upload, and sent where
 * nothing is found. Where no upload can begin it is a card alone.
 */
export function UploadCard({ mode, collection, isOffered, children, ...card }: UploadCardProps) {
  const t = useMessages('common')
  const handOver = useHandOver()
  if (!isOffered) return <Card {...card}>{children}</Card>
  const address = {
    area: modes[mode].area,
    collectionId: collection.id,
    submissionId: newSubmissionId,
  } as const
  const take = (files: readonly File[]) => handOver(pagePath(address, 'upload'), files)
  return (
    <DropArea label={t('newUpload.drop')} onFiles={take}>
      <Card {...card}>
        <Stack gap={4}>
          {children}
          <Row gap={2} align="center">
            <FileButton
              size="small"
              accept={uploadEndings}
              aria-label={t('newUpload.chooseFor', { collection: collection.name })}
              onFile={file => take([file])}
            >
              {t('newUpload.choose')}
            </FileButton>
            <span>{t('newUpload.dropHint')}</span>
          </Row>
        </Stack>
      </Card>
    </DropArea>
  )
}
