import { landingPage, statusById } from '../../domain/status.ts'
import { type CollectionWire, listAwaitingMe } from '../../domain/wire/collections.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { KeyLink } from '../../ui/index.ts'
import { pagePath } from '../common/address.ts'

/** The key that goes on to the next submission, here as beside one. */
const nextKey = 'a'

/** The way to what has awaited the viewer longest in the collection; nothing where nothing does. */
export function NextAwaiting({ collection: { id, reference } }: { collection: CollectionWire }) {
  const t = useMessages('decision')
  const { isStatutoryCustomer } = useViewer()
  const waiting = useResource(
    listAwaitingMe,
    { path: { reference } },
    { refreshOn: message => message.type === 'FILE_EVENT' && message.collectionId === id },
  )
  const [next] = waiting.data?.submissions ?? []
  if (!next) return null
  const status = statusById(next.status.id)?.name
  const to = {
    area: 'monitoring',
    reference,
    collectionId: id,
    instId: next.instId,
    submissionId: next.submissionId,
  } as const
  return (
    <KeyLink
      href={pagePath(to, status ? landingPage(status, { isStatutoryCustomer }) : 'reports')}
      shortcut={nextKey}
      aria-label={t('next.of', { provider: next.publishedName, status: next.status.name })}
    >
      {t('next')}
    </KeyLink>
  )
}
