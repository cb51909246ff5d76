import { bytes } from '../../domain/bytes.ts'
import { uploadEndings } from '../../domain/limits.ts'
import type { Replaced, SubmissionMode } from '../../domain/status.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import { getConfiguration } from '../../domain/wire/identity.ts'
import { useHandOver } from '../../hooks/handOver.ts'
import { useResource } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Card, type CardProps, DropArea, FileButton, Icon, Row, Stack } from '../../ui/index.ts'
import { newSubmissionId, pagePath } from '../common/address.ts'
import { modes } from '../common/modes.ts'

export interface UploadCardProps extends CardProps {
  mode: SubmissionMode
  collection: Pick<CollectionWire, 'id' | 'name'>
  /** Whether this person can begin an upload now. */
  isOffered: boolean
  /** What another file would undo: then the card offers none. */
  replaces: Replaced | undefined
  isFirst: boolean
}

/**
 * The card of a collection, on which a file can be dropped anywhere: it is checked on the page of the upload, and sent if nothing is
 * found. Where no upload can begin, or it would undo an approval, it is a card alone.
 */
export function UploadCard({
  mode,
  collection,
  isOffered,
  replaces,
  isFirst,
  children,
  ...card
}: UploadCardProps) {
  const t = useMessages('dashboard')
  const common = useMessages('common')
  const handOver = useHandOver()
  if (!isOffered || replaces)
    return (
      <Card {...card} footer={isOffered && replaces && <span>{t(`upload.${replaces}`)}</span>}>
        {children}
      </Card>
    )
  const address = {
    area: modes[mode].area,
    collectionId: collection.id,
    submissionId: newSubmissionId,
  } as const
  const take = (files: readonly File[]) => handOver(pagePath(address, 'upload'), files)
  return (
    <DropArea label={common('newUpload.drop')} onFiles={take}>
      <Card
        {...card}
        footer={
          <>
            <Row gap={3} isTight>
              <Icon name="upload" />
              <Stack gap={0}>
                <strong>{t(isFirst ? 'upload.first' : 'upload.hint')}</strong>
                <UploadLimit />
              </Stack>
            </Row>
            <FileButton
              accept={uploadEndings}
              variant={isFirst ? 'primary' : 'secondary'}
              aria-label={common('newUpload.chooseFor', { collection: collection.name })}
              onFile={file => take([file])}
            >
              {common('newUpload.choose')}
            </FileButton>
          </>
        }
      >
        {children}
      </Card>
    </DropArea>
  )
}

function UploadLimit() {
  const t = useMessages('dashboard')
  const text = useText()
  const { data } = useResource(getConfiguration, {})
  return data ? <span>{t('upload.limit', { limit: text(bytes(data.uploadMaxBytes)) })}</span> : null
}
