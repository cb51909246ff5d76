import { type ProviderStanding, standingOf } from '../../../domain/provider.ts'
import { useMessages } from '../../../messages/index.ts'
import { StatusTag, type Tone } from '../../../ui/index.ts'

const tones: Readonly<Record<ProviderStanding, Tone>> = {
  REGISTERED: 'neutral',
  TAKEN_IN: 'waiting',
  ONBOARDED: 'good',
}

/** Where a provider stands, by colour, icon and word. */
export function ProviderStandingTag(provider: { isTakenIn: boolean; onboarded: boolean }) {
  const t = useMessages('management.providers')
  const standing = standingOf(provider)
  return (
    <StatusTag tone={tones[standing]} variant="plain">
      {t(`standing.${standing}`)}
    </StatusTag>
  )
}
