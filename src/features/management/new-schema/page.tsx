import { limits } from '../../../domain/limits.ts'
import { problem } from '../../../domain/problem.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import { publishSchema } from '../../../domain/wire/publishing.ts'
import type { ContentWire } from '../../../domain/wire/specifications.ts'
import { PageTitle, useAction, useServices, useViewer } from '../../../hooks/index.ts'
import { err, type Result } from '../../../machines/support/index.ts'
import { message, useMessages } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  Form,
  FormFiles,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { filesOf } from '../../common/attaching.ts'
import { addresses } from '../common/addresses.ts'
import { FileFaults } from '../common/FileFaults.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

/** Route `/management/specifications/schemas/new` (decisions §10): a schema is chosen, checked and published. */
export function Component() {
  const { call } = useServices()
  const t = useMessages('management.content')
  const publishing = useAction(async (entered: FormData): Promise<Result<ContentWire>> => {
    const [file] = filesOf(entered, 'document')
    if (!file) return err(problem('invalid', message('management.content', 'fileMissing')))
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
  })
  const version = publishing.output?.version
  const title = version === undefined ? t('schemas.publish') : t('published', { version })
  const { may } = useViewer()
  if (!may(screenPermissions.newSchema))
    return <AccessDenied level={1} permission={screenPermissions.newSchema} />
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="schemas" />}
      header={<PageHeader title={title}>{version === undefined && t('schemas.publishLead')}</PageHeader>}
      width="prose"
    >
      <PageTitle title={title} />
      {version === undefined ? (
        <Form label={title} onSubmit={publishing.run} onChange={publishing.dismiss}>
          {publishing.problem && <FileFaults title={t('publishFailed')} problem={publishing.problem} />}
          <Card>
            <FormFiles
              name="document"
              label={t('schemas.file')}
              description={t('versionHelp.schemas')}
              accept=".xsd,.xml"
              isSingle
            />
          </Card>
          <Card title={t('samples')}>
            <Stack gap={3}>
              <p>{t('samples.help')}</p>
              <FormFiles name="accepted" label={t('samples.accepted')} accept=".xml" />
              <FormFiles name="refused" label={t('samples.refused')} accept=".xml" />
            </Stack>
          </Card>
          <Row gap={3}>
            <Button type="submit" variant="primary" isPending={publishing.isRunning}>
              {t('submit')}
            </Button>
            <LinkButton href={addresses.schemas} variant="quiet">
              {t('cancel')}
            </LinkButton>
          </Row>
        </Form>
      ) : (
        <Banner tone="good" title={t('published.next')} announced="status">
          <LinkButton href={addresses.schemas}>{t('published.back.schemas')}</LinkButton>
        </Banner>
      )}
    </Page>
  )
}
