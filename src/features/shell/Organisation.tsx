import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { tellsOfOrganisation } from '../../domain/providerNews.ts'
import { useLiveMessages } from '../../hooks/live.ts'
import { useSession, useViewer } from '../../hooks/session.ts'
import { selectOrganisations } from '../../machines/session/index.ts'

const Choice = lazy(() =>
  import('./OrganisationChoice.tsx').then(module => ({ default: module.OrganisationChoice })),
)

/** For whom the person acts: plain text when there is only one organisation, else a choice, loaded when it is needed. */
export function Organisation() {
  const { principal } = useViewer()
  const session = useSession()
  const choices = useSelector(session, selectOrganisations)
  useLiveMessages(message => {
    if (tellsOfOrganisation(message, principal.organisationId)) session.send({ type: 'ORGANISATION_CHANGED' })
  })
  const name = choices.find(({ id }) => id === principal.organisationId)?.name ?? principal.organisationId
  if (choices.length <= 1) return <span>{name}</span>
  return (
    <Suspense fallback={<span>{name}</span>}>
      <Choice />
    </Suspense>
  )
}
