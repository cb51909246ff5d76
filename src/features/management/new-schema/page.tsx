import { limits } from '../../../domain/limits.ts'
import { problem } from '../../../domain/problem.ts'
import { publishSchema } from '../../../domain/wire/publishing.ts'
import { useServices } from '../../../hooks/index.ts'
import { err } from '../../../machines/support/index.ts'
import { message, useMessages } from '../../../messages/index.ts'
import { Card, FormFiles, Stack } from '../../../ui/index.ts'
import { filesOf } from '../../common/attaching.ts'
import { PublishContent } from '../common/PublishContent.tsx'

/** Route `/management/specifications/schemas/new` (decisions §10). */
export function Component() {
  const { call } = useServices()
  const t = useMessages('management.content')
  return (
    <PublishContent
      kind="schemas"
      accept=".xsd,.xml"
      publish={async (file, entered) => {
        const samples = ['accepted', 'refused'].flatMap(name =>
          filesOf(entered, name).map(sample => ({ name, sample })),
        )
        const most = limits.schemaSamples
        if (samples.length > most)
          return err(problem('invalid', message('management.content', 'tooManySamples', { most })))
        const form = new FormData()
        form.append('schema', file)
        for (const { name, sample } of samples) form.append(name, sample)
        return call(publishSchema, { file: form })
      }}
    >
      <Card title={t('samples')}>
        <Stack gap={3}>
          <p>{t('samples.help')}</p>
          <FormFiles name="accepted" label={t('samples.accepted')} accept=".xml" />
          <FormFiles name="refused" label={t('samples.refused')} accept=".xml" />
        </Stack>
      </Card>
    </PublishContent>
  )
}
