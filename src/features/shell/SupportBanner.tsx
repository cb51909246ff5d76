import { lazy, Suspense } from 'react'
import { useSharing } from '../../hooks/running/useSharing.ts'
import { withMessages } from '../../messages/index.ts'

const SupportNotice = lazy(
  withMessages(async () => ({ default: (await import('./SupportNotice.tsx')).SupportNotice }), 'support'),
)

/** The notice of a support session. Its code is fetched with the first session. */
export function SupportBanner() {
  return useSharing() ? (
    <Suspense>
      <SupportNotice />
    </Suspense>
  ) : null
}
