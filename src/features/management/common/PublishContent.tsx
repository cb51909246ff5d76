import type { ReactNode } from 'react'
import { problem } from '../../../domain/problem.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import { PageTitle, useAction, useViewer } from '../../../hooks/index.ts'
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
} from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { filesOf } from '../../common/attaching.ts'
import { addresses } from './addresses.ts'
import { FileFaults } from './FileFaults.tsx'
import { ManagementCrumbs } from './ManagementCrumbs.tsx'

export interface PublishContentProps {
  kind: 'schemas' | 'rulesets'
  /** File types, for instance ".xsd". */
  accept: string
  /** Sends the file and the form's other fields. */
  publish: (file: File, entered: FormData) => Promise<Result<{ version: string }>>
  /** Fields below the file. */
  children?: ReactNode
}

/** A schema or a ruleset is picked, checked and published (decisions §10). */
export function PublishContent({ kind, accept, publish, children }: PublishContentProps) {
  const t = useMessages('management.content')
  const publishing = useAction(async (entered: FormData): Promise<Result<{ version: string }>> => {
    const [file] = filesOf(entered, 'document')
    return file
      ? publish(file, entered)
      : err(problem('invalid', message('management.content', 'fileMissing')))
  })
  const version = publishing.output?.version
  const title = version === undefined ? t(`${kind}.publish`) : t('published', { version })
  const { may } = useViewer()
  const permission = screenPermissions[kind === 'schemas' ? 'newSchema' : 'newRuleset']
  if (!may(permission)) return <AccessDenied level={1} permission={permission} />
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent={kind} />}
      header={<PageHeader title={title}>{version === undefined && t(`${kind}.publishLead`)}</PageHeader>}
      width="prose"
    >
      <PageTitle title={title} />
      {version === undefined ? (
        <Form label={title} onSubmit={publishing.run} onChange={publishing.dismiss}>
          {publishing.problem && <FileFaults title={t('publishFailed')} problem={publishing.problem} />}
          <Card>
            <FormFiles
              name="document"
              label={t(`${kind}.file`)}
              description={t(`versionHelp.${kind}`)}
              accept={accept}
              isSingle
            />
          </Card>
          {children}
          <Row gap={3}>
            <Button type="submit" variant="primary" isPending={publishing.isRunning}>
              {t('submit')}
            </Button>
            <LinkButton href={addresses[kind]} variant="quiet">
              {t('cancel')}
            </LinkButton>
          </Row>
        </Form>
      ) : (
        <Banner tone="good" title={t('published.next')} announced="status">
          <LinkButton href={addresses[kind]}>{t(`published.back.${kind}`)}</LinkButton>
        </Banner>
      )}
    </Page>
  )
}
