import { isReferenceOf, type nextCollection } from '../../../domain/collectionSeries.ts'
import { limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import { product } from '../../../domain/product.ts'
import type { Stream } from '../../../domain/stream.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Banner,
  Button,
  Card,
  Form,
  FormDate,
  FormField,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { Streams } from './Streams.tsx'

export interface NewCollectionViewProps {
  /** The stream of the new collection; undefined if none is available. */
  stream: Stream | undefined
  streams: readonly Stream[]
  onStream: (id: string) => void
  onStreamsChanged: () => void
  /** What the form begins with; undefined for the first collection of the stream. */
  next: ReturnType<typeof nextCollection<CollectionWire>>
  onCreate: (entered: FormData) => void
  isCreating: boolean
  problem: Problem | undefined
}

/** The form of a new collection. */
export function NewCollectionView(props: NewCollectionViewProps) {
  const { stream, streams, onStream, next, onCreate, isCreating, problem } = props
  const t = useMessages('management.collections')
  const proposed = next?.proposed
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="collections" />}
      header={<PageHeader title={t('new.title')}>{t('new.lead', { product: product.name })}</PageHeader>}
    >
      <Card>
        <Form label={t('new.form')} onSubmit={onCreate}>
          <Stack gap={4}>
            <ActionFailure title={t('new.failed')} problem={problem} hasReason />
            {next?.passed.map(({ reference, name }) => (
              <Banner key={reference} tone="neutral" title={t('new.passed', { name, reference })} />
            ))}
            <Select
              label={t('new.stream')}
              value={stream?.id ?? null}
              options={streams
                .filter(({ isAvailable }) => isAvailable)
                .map(({ id, name }) => ({ id, label: name }))}
              onChange={onStream}
            />
            {/* Another stream proposes other values; the choice of the stream keeps the focus. */}
            <Stack key={stream?.id} gap={4}>
              <FormField
                name="reference"
                label={t('new.reference')}
                description={t('new.referenceHelp', { stream: stream?.id ?? '' })}
                kind="number"
                maxLength={5}
                isRequired
                defaultValue={proposed?.reference ?? ''}
                validate={value =>
                  value.trim() === '' || (stream && isReferenceOf(stream.id, value.trim()))
                    ? undefined
                    : t('new.referenceFault', { stream: stream?.id ?? '' })
                }
              />
              <FormField
                name="name"
                label={t('new.name')}
                maxLength={limits.collectionName}
                isRequired
                defaultValue={proposed?.name ?? ''}
              />
              <Row gap={4}>
                <FormDate
                  name="start"
                  label={t('new.start')}
                  {...(proposed && { defaultValue: proposed.referencePeriodStart })}
                />
                <FormDate
                  name="end"
                  label={t('new.end')}
                  {...(proposed && { defaultValue: proposed.referencePeriodEnd })}
                />
              </Row>
            </Stack>
            <Row gap={3}>
              <Button type="submit" variant="primary" isPending={isCreating}>
                {t('new.create')}
              </Button>
              <LinkButton href="/management/collections" variant="quiet">
                {t('new.cancel')}
              </LinkButton>
            </Row>
          </Stack>
        </Form>
      </Card>
      <Streams streams={streams} onChanged={props.onStreamsChanged} />
    </Page>
  )
}
