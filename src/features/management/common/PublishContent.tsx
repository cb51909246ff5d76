import type { ReactNode } from 'react'
import { bytes } from '../../../domain/bytes.ts'
import { PageTitle, useViewer } from '../../../hooks/index.ts'
import type { PublicationHandle } from '../../../hooks/publication.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  FileButton,
  FileCard,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { addresses } from './addresses.ts'
import { FileFaults } from './FileFaults.tsx'
import { ManagementCrumbs } from './ManagementCrumbs.tsx'

export interface PublishContentProps {
  kind: 'schemas' | 'rulesets'
  publication: PublicationHandle
  /** File types, for instance ".xsd". */
  accept: readonly string[]
  /** What stands below the file. */
  children?: ReactNode
}

/** A schema or a ruleset is picked, checked and published (decisions §10). */
export function PublishContent(props: PublishContentProps) {
  const { kind, publication } = props
  const { version } = publication
  const t = useMessages('management.content')
  const title = version === undefined ? t(`${kind}.publish`) : t('published', { version })
  const { may } = useViewer()
  if (!may('management.content')) return <AccessDenied level={1} permission="management.content" />
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent={kind} />}
      header={<PageHeader title={title}>{version === undefined && t(`${kind}.publishLead`)}</PageHeader>}
      width="prose"
    >
      <PageTitle title={title} />
      {version === undefined ? (
        <Choosing {...props} />
      ) : (
        <Banner tone="good" title={t('published.next')} announced="status">
          <LinkButton href={addresses[kind]}>{t(`published.back.${kind}`)}</LinkButton>
        </Banner>
      )}
    </Page>
  )
}

function Choosing({ kind, publication, accept, children }: PublishContentProps) {
  const t = useMessages('management.content')
  const text = useText()
  const { file, problem, isBusy, isFileMissing } = publication
  return (
    <Stack gap={4}>
      {problem && <FileFaults title={t('publishFailed')} problem={problem} />}
      <Card title={t(`${kind}.file`)}>
        <Stack gap={3}>
          <p>{t(`versionHelp.${kind}`)}</p>
          {file && <FileCard name={file.name} size={text(bytes(file.size))} />}
          <Row gap={3}>
            <FileButton accept={accept} onFile={publication.pick}>
              {file ? t('chooseAnother') : t(`${kind}.choose`)}
            </FileButton>
          </Row>
          {isFileMissing && <p role="alert">{t('fileMissing')}</p>}
        </Stack>
      </Card>
      {children}
      <Row gap={3}>
        <Button variant="primary" onPress={publication.submit} isPending={isBusy}>
          {t('submit')}
        </Button>
        <LinkButton href={addresses[kind]} variant="quiet">
          {t('cancel')}
        </LinkButton>
      </Row>
    </Stack>
  )
}
