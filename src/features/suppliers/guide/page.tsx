import { useHref } from 'react-router'
import { mayEnter } from '../../../domain/permissions.ts'
import { openApiType } from '../../../domain/wire/call.ts'
import { listOpenCollections } from '../../../domain/wire/collections.ts'
import { getConfiguration } from '../../../domain/wire/identity.ts'
import { getApiDescription } from '../../../domain/wire/suppliers.ts'
import { useAction, usePageTitle, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Card, Link, Page, PageHeader, ScrollRegion, Stack } from '../../../ui/index.ts'
import { ActionFailure, WhenLoaded } from '../../common/Loaded.tsx'
import { SupplierTabs } from '../common/SupplierTabs.tsx'
import { guideExamples } from './examples.ts'
import styles from './page.module.css'

/** While no collection takes files: the reader puts the id and the reference of one in. */
const unknownCollection = { id: 'COLLECTION', reference: 'REFERENCE' }

/** Route `/suppliers/guide`: examples of the calls, which a test runs, and the description of all of them. */
export function Component() {
  const t = useMessages('suppliers')
  usePageTitle(t('guide.title'))
  const { principal } = useViewer()
  const home = useHref('/')
  const { blob, saveBlob } = useServices()
  const { data: configuration } = useResource(getConfiguration, {})
  const open = useResource(listOpenCollections, {})
  const known = open.data?.collections
  const collection = known?.find(({ accepts }) => accepts.includes('upload')) ?? known?.[0]
  const description = useAction((_: null) => blob(getApiDescription, {}, openApiType), {
    onDone: (_, file) => saveBlob('openapi.json', file),
  })
  const examples = guideExamples({
    origin: new URL(home, location.origin).href.replace(/\/$/, ''),
    instId: principal.organisationId,
    collection: collection ?? unknownCollection,
  })
  return (
    <Page
      steps={mayEnter(principal, '/suppliers') && <SupplierTabs current="guide" />}
      header={
        <PageHeader
          title={t('guide.title')}
          actions={
            <Button icon="download" isPending={description.isRunning} onPress={() => description.run(null)}>
              {t('guide.description')}
            </Button>
          }
        >
          {collection ? t('guide.lead', { collection: collection.name }) : known && t('guide.leadNone')}{' '}
          {configuration?.areDocsServed && (
            <Link href="/docs" isExternal>
              {t('guide.reference')}
            </Link>
          )}
        </PageHeader>
      }
    >
      <Stack gap={4}>
        <ActionFailure title={t('guide.descriptionFailed')} problem={description.problem} />
        <WhenLoaded
          resource={open}
          loading={t('guide.title')}
          failed={t('guide.collectionsFailed')}
          sketch="rows"
        >
          {() =>
            (
              [
                'open',
                'check',
                'offline',
                'upload',
                'wait',
                'read',
                'tasks',
                'python',
                'typescript',
                'verify',
              ] as const
            ).map(id => (
              <Card key={id} title={t(`guide.${id}.title`)} hint={t(`guide.${id}.text`)}>
                <ScrollRegion label={t('guide.commands', { step: t(`guide.${id}.title`) })}>
                  <pre className={styles.code} translate="no">
                    {examples[id]}
                  </pre>
                </ScrollRegion>
              </Card>
            ))
          }
        </WhenLoaded>
        <Card title={t('guide.limits.title')}>
          <p>{t('guide.limits.text')}</p>
        </Card>
      </Stack>
    </Page>
  )
}
