import { useSelector } from '@xstate/react'
import { useSession, useViewer } from '../../kit/index.ts'
import { organisationGroupsOf, selectOrganisations } from '../../machines/session/index.ts'
import { ComboBox } from '../../ui/combo-box/index.ts'
import { texts } from './texts.ts'

/** For whom the person acts: a choice with search, or plain text when there is only one. */
export function Organisation() {
  const session = useSession()
  const { actor } = useViewer()
  const choices = useSelector(session, selectOrganisations)
  const current = choices.find(({ id }) => id === actor.organisationId)
  if (choices.length <= 1) return <span>{current?.name ?? actor.organisationId}</span>
  return (
    <ComboBox
      label={texts.organisation}
      isLabelHidden
      variant="bare"
      icon="organisation"
      value={actor.organisationId}
      options={organisationGroupsOf(choices).map(group => ({
        id: group.label,
        label: group.label,
        options: group.organisations.map(({ id, name, disabledReason }) => ({
          id,
          label: name,
          disabledReason,
        })),
      }))}
      onChange={organisationId => session.send({ type: 'SWITCH_ORGANISATION', organisationId })}
    />
  )
}
