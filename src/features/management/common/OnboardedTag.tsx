import { useMessages } from '../../../messages/index.ts'
import { StatusTag } from '../../../ui/index.ts'

/** Whether a provider is onboarded, by colour, icon and word. */
export function OnboardedTag({ onboarded }: { onboarded: boolean }) {
  const t = useMessages('management.providers')
  return (
    <StatusTag tone={onboarded ? 'good' : 'neutral'} variant="plain">
      {t(onboarded ? 'state.onboarded' : 'state.waiting')}
    </StatusTag>
  )
}
