import { loggedAt } from '../../../domain/dates.ts'
import { deliveryTone } from '../../../domain/deliveryPlace.ts'
import type { StatusTone } from '../../../domain/status.ts'
import { listDeliveries } from '../../../domain/wire/deliveries.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { EventList } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'

const shownLines = '6'

/** The icon of an event for what its tone says. */
const icons = {
  good: 'download',
  failed: 'warning',
  attention: 'warning',
  waiting: 'clock',
  neutral: 'clock',
} as const satisfies Record<StatusTone, string>

/** The list of what was delivered last to the viewer's organisation. */
export function LatestDeliveries() {
  const t = useMessages('dashboard.staff')
  const states = useMessages('delivery')
  const text = useText()
  const deliveries = useResource(listDeliveries, { query: { limit: shownLines, offset: '0' } })
  return (
    <WhenLoaded
      resource={deliveries}
      loading={t('deliveries.title')}
      failed={t('deliveries.failed')}
      sketch="rows"
    >
      {({ deliveries: list }) =>
        list.length === 0 ? (
          <p>{t('deliveries.none')}</p>
        ) : (
          <EventList
            label={t('deliveries.title')}
            events={list.map(({ id, name, collection, state, submissions, madeUtc, requestedUtc }) => ({
              id,
              icon: icons[deliveryTone(state)],
              tone: deliveryTone(state),
              title: name,
              hint: `${t('deliveries.hint', { collection: collection.name, count: submissions })} · ${states(`states.${state}`)}`,
              at: text(loggedAt(madeUtc ?? requestedUtc)),
              href: `/delivery/${id}`,
            }))}
          />
        )
      }
    </WhenLoaded>
  )
}
