import { withParameter } from '../../../domain/addressFilters.ts'
import { collectionStateById, isReprocessable } from '../../../domain/collection.ts'
import { statusLabel } from '../../../domain/labels.ts'
import {
  type CollectionWire,
  getCollection,
  listCollectionSubmissions,
} from '../../../domain/wire/collections.ts'
import { useAddress, useResource, useViewer } from '../../../hooks/index.ts'
import { refusalOf } from '../../../machines/bulk-run/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, LinkButton, Row, Stack } from '../../../ui/index.ts'
import { chooseAll, reprocessingPath, respecified } from '../common/addresses.ts'
import { confirmationOf } from './rows.ts'

/** What can be processed again in a collection that was given another specification. */
export function Offer({ reference }: { reference: string }) {
  const { data: collection } = useResource(
    getCollection,
    { path: { reference } },
    { refreshOn: message => message.type === 'COLLECTION' && message.reference === reference },
  )
  const state = collection && collectionStateById(collection.state.id)
  if (!collection || !state || !isReprocessable(state.name)) return null
  return <OfferOf collection={collection} />
}

function OfferOf({ collection }: { collection: CollectionWire }) {
  const t = useMessages('management.collections')
  const text = useText()
  const { principal } = useViewer()
  const [, changeAddress] = useAddress()
  const { id, reference, name, specification } = collection
  const rows = useResource(listCollectionSubmissions, { path: { reference }, query: { ovt: 'false' } })
  const chosen = (rows.data?.submissions ?? []).filter(
    row => refusalOf(row, { kind: 'REPROCESS', principal }) === undefined,
  )
  if (chosen.length === 0) return null
  const { counts, submitted } = confirmationOf(chosen, { kind: 'REPROCESS', withSubmitted: false })
  return (
    <Banner
      tone="waiting"
      announced="status"
      isWide
      title={t('offer.title', { name })}
      actions={
        <Row gap={3}>
          <LinkButton href={`${reprocessingPath(id, reference)}?${chooseAll}`} variant="primary">
            {t('offer.action', { count: chosen.length })}
          </LinkButton>
          <Button
            onPress={() => changeAddress(former => withParameter(former, respecified), { replace: true })}
          >
            {t('offer.later')}
          </Button>
        </Row>
      }
    >
      <Stack gap={2}>
        <p>{t('offer.text', { specification: specification?.name ?? '' })}</p>
        <ul aria-label={t('offer.counts')}>
          {counts.map(({ status, count }) => (
            <li key={status}>{t('offer.status', { status: text(statusLabel(status)), count })}</li>
          ))}
        </ul>
        {submitted > 0 && <p>{t('offer.submitted', { count: submitted })}</p>}
      </Stack>
    </Banner>
  )
}
