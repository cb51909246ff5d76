import { lazy, Suspense } from 'react'
import { useAddress, useViewer } from '../../../hooks/index.ts'
import { respecified } from '../common/addresses.ts'

// Only who has just changed a specification sees it.
const Offer = lazy(async () => ({ default: (await import('./Offer.tsx')).Offer }))

/**
 * After a collection was given another specification: how many of its submissions could be processed again, and the way there
 * with those chosen. The address says which collection it was, until the reader has decided.
 */
export function ReprocessOffer() {
  const [address] = useAddress()
  const { may } = useViewer()
  const reference = address.get(respecified)
  if (reference === null || !may('management.bulk-reprocess')) return null
  return (
    <Suspense>
      <Offer key={reference} reference={reference} />
    </Suspense>
  )
}
