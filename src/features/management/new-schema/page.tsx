import { bytes } from '../../../domain/bytes.ts'
import { limits } from '../../../domain/limits.ts'
import { publishSchema } from '../../../domain/wire/publishing.ts'
import { useServices } from '../../../hooks/index.ts'
import { type PublicationHandle, usePublication } from '../../../hooks/publication.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, FileButton, FileCard, Row, Stack, StatusTag } from '../../../ui/index.ts'
import { PublishContent } from '../common/PublishContent.tsx'

/** Route `/management/specifications/schemas/new` (decisions §10). */
export function Component() {
  const { call } = useServices()
  const publication = usePublication(limits.schemaSamples, ({ file, samples }) => {
    const form = new FormData()
    form.append('schema', file)
    for (const sample of samples) form.append(sample.isAccepted ? 'accepted' : 'refused', sample.file)
    return call(publishSchema, { file: form })
  })
  return (
    <PublishContent kind="schemas" publication={publication} accept={['.xsd', '.xml']}>
      <Samples publication={publication} />
    </PublishContent>
  )
}

function Samples({ publication }: { publication: PublicationHandle }) {
  const t = useMessages('management.content')
  const text = useText()
  return (
    <Card title={t('samples')}>
      <Stack gap={3}>
        <p>{t('samples.help')}</p>
        {publication.samples.map(({ id, name, size, isAccepted }) => (
          <FileCard
            key={id}
            name={name}
            size={text(bytes(size))}
            status={
              <StatusTag tone={isAccepted ? 'good' : 'neutral'} variant="plain">
                {isAccepted ? t('samples.accepted') : t('samples.refused')}
              </StatusTag>
            }
            actions={
              <Button
                variant="quiet"
                size="small"
                onPress={() => publication.removeSample(id)}
                aria-label={t('samples.removeNamed', { name })}
              >
                {t('samples.remove')}
              </Button>
            }
          />
        ))}
        {publication.hasRoom && (
          <Row gap={3}>
            <FileButton accept={['.xml']} onFile={file => publication.addSample(file, true)}>
              {t('samples.accept')}
            </FileButton>
            <FileButton accept={['.xml']} onFile={file => publication.addSample(file, false)}>
              {t('samples.refuse')}
            </FileButton>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
