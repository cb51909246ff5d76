import type { SnapshotFrom } from 'xstate'
import { type OrganisationType, organisationTypes } from '../../domain/organisation.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import type { Problem } from '../../domain/problem.ts'
import type { RecordDescription } from '../../domain/record.ts'
import { chosenStream, type Stream } from '../../domain/stream.ts'
import { type Message, message } from '../../messages/message.ts'
import { inOrder } from '../../messages/order.ts'
import { isOrganisationEnabled } from './guards.ts'
import type { SessionMachine } from './machine.ts'
import type { OrganisationChoice } from './types.ts'

export type SessionSnapshot = SnapshotFrom<SessionMachine>

/** Whether somebody is signed in. */
export const selectIsSignedIn = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('signedIn')

/** Whether what everybody may read is shown without anybody being signed in. */
export const selectIsVisitor = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('visitor')

/** Who acts; undefined unless somebody is signed in. */
export const selectUser = (snapshot: SessionSnapshot): UserPrincipal | undefined =>
  snapshot.context.session?.user

/** Why nobody could be signed in, or why the session ended; undefined where nothing went wrong. */
export const selectProblem = (snapshot: SessionSnapshot): Problem | undefined => snapshot.context.problem

/** Whether signing in did not work, also while it is tried again by itself. */
export const selectHasFailed = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches('failed') ||
  (selectProblem(snapshot) !== undefined && (snapshot.matches('restoring') || snapshot.matches('exchanging')))

/** The notice above the screen: the session is about to end, or has ended. */
export const selectNotice = (snapshot: SessionSnapshot): 'expiring' | 'expired' | undefined =>
  snapshot.hasTag('expiryNotice') ? 'expiring' : snapshot.hasTag('expiredNotice') ? 'expired' : undefined

export interface OrganisationGroup {
  type: OrganisationType
  organisations: readonly { id: string; name: string; disabledReason: Message | undefined }[]
}

/** The organisation selector: groups in the order of specification 1 §1, sorted by label, disabled ones with reason. */
export const organisationGroupsOf = (choices: readonly OrganisationChoice[]): OrganisationGroup[] =>
  organisationTypes
    .map(type => ({
      type,
      organisations: choices
        .filter(choice => choice.type === type)
        .toSorted((a, b) => inOrder(a.name, b.name))
        .map(choice => ({
          id: choice.id,
          name: choice.name,
          disabledReason: isOrganisationEnabled(choice)
            ? undefined
            : message('domain', 'organisations.notOnboarded'),
        })),
    }))
    .filter(group => group.organisations.length > 0)

const noOrganisations: readonly OrganisationChoice[] = []

/** The organisations that the user may act for; a stable reference. Group them by `organisationGroupsOf`. */
export const selectOrganisations = (snapshot: SessionSnapshot): readonly OrganisationChoice[] =>
  snapshot.context.session?.organisations ?? noOrganisations

/** Name of the organisation that the user acts for; its id if the name is not known. */
export const selectOrganisationName = (snapshot: SessionSnapshot): string => {
  const acting = selectUser(snapshot)?.organisationId
  return selectOrganisations(snapshot).find(({ id }) => id === acting)?.name ?? acting ?? ''
}

/** The organisation that is chosen: also one that the session does not act for yet, so that it can be taken back. */
export const selectChosenOrganisation = ({
  context: { requestedOrganisationId, session },
}: SessionSnapshot): string | undefined => requestedOrganisationId ?? session?.user.organisationId

const noStreams: readonly Stream[] = []

/** The streams of collections; a stable reference. */
export const selectStreams = (snapshot: SessionSnapshot): readonly Stream[] =>
  snapshot.context.session?.streams ?? noStreams

const noRecords: readonly RecordDescription[] = []

/** Records that a collection can be of; a stable reference. */
export const selectRecords = (snapshot: SessionSnapshot): readonly RecordDescription[] =>
  snapshot.context.session?.records ?? noRecords

/** The stream that is chosen; undefined if none is available. */
export const selectStream = (snapshot: SessionSnapshot): Stream | undefined =>
  chosenStream(selectStreams(snapshot), snapshot.context.streamId)
