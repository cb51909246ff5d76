import { uploadedOn } from '../../../domain/dates.ts'
import type { ProviderUpload } from '../../../domain/wire/providerOverview.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, TrendChart } from '../../../ui/index.ts'

/** Uploads of which the picture tells. */
const shownUploads = 8

/** In which direction a figure went, and by how much. */
const changeOf = (before: number, now: number) => ({
  change: now < before ? 'fewer' : now > before ? 'more' : 'none',
  by: Math.abs(now - before),
})

/** The rules outside tolerance over the uploads of the collection that has the latest results; nothing before there are any. */
export function Trend({ uploads }: { uploads: readonly ProviderUpload[] }) {
  const t = useMessages('monitoring.provider')
  const text = useText()
  const measured = uploads.flatMap(({ outside, ...upload }) =>
    outside === null ? [] : [{ ...upload, outside }],
  )
  const [last] = measured
  if (!last) return null
  const own = measured.filter(({ collection }) => collection.id === last.collection.id)
  const before = own[1] ?? last
  return (
    <Card>
      <TrendChart
        title={t('trend.title', { collection: last.collection.name })}
        level={2}
        sentence={t('trend.sentence', {
          outside: last.outside,
          ...changeOf(before.outside, last.outside),
        })}
        columns={[t('trend.upload'), t('trend.rules')]}
        points={own
          .slice(0, shownUploads)
          .toReversed()
          .map(({ uuid, uploaded, outside }) => ({
            id: uuid,
            label: text(uploadedOn(uploaded)),
            value: outside,
          }))}
      />
    </Card>
  )
}
