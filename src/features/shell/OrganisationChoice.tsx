import { useSelector } from '@xstate/react'
import { organisationGroupLabel } from '../../domain/labels.ts'
import { useSession } from '../../hooks/session.ts'
import {
  organisationGroupsOf,
  selectChosenOrganisation,
  selectOrganisations,
} from '../../machines/session/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { ComboBox } from '../../ui/index.ts'

/** The organisation selector with search: groups, sorted; those that do not take part yet are disabled. */
export function OrganisationChoice() {
  const t = useMessages('shell')
  const text = useText()
  const session = useSession()
  const chosen = useSelector(session, selectChosenOrganisation)
  const choices = useSelector(session, selectOrganisations)
  return (
    <ComboBox
      label={t('organisation')}
      isLabelHidden
      variant="bare"
      icon="organisation"
      value={chosen ?? null}
      options={organisationGroupsOf(choices).map(group => ({
        id: group.type,
        label: text(organisationGroupLabel(group.type)),
        options: group.organisations.map(({ id, name, disabledReason }) => ({
          id,
          label: name,
          disabledReason: text(disabledReason),
        })),
      }))}
      onChange={organisationId => session.send({ type: 'SWITCH_ORGANISATION', organisationId })}
    />
  )
}
