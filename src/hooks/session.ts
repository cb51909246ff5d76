import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type Permission, rightRefusal } from '../domain/permissions.ts'
import { flagsOf, may, type UserPrincipal } from '../domain/principal.ts'
import { hasPart, type RecordDescription, type RecordPart } from '../domain/record.ts'
import { type SessionMachine, selectRecords, selectUser } from '../machines/session/index.ts'
import type { Message } from '../messages/message.ts'
import { ApplicationContext } from './application.ts'

export interface Viewer extends ReturnType<typeof flagsOf> {
  principal: UserPrincipal
  may: (permission: Permission) => boolean
  /** Why the viewer may not; undefined who may. */
  refusal: (permission: Permission) => Message | undefined
  /** The first record of the installation that has a part; undefined if none has. */
  recordWith: (part: RecordPart) => RecordDescription | undefined
}

/** The session's actor: who is signed in, for whom, and the notices before the end. */
export const useSession = (): ActorRefFrom<SessionMachine> => {
  const session = ApplicationContext.useSelector(({ children }) => children.session)
  if (!session) throw new Error('The application runs no session.')
  return session
}

/** A name under which a browser that several people use keeps something of this user alone. */
export const useOwnName = (name: string): string =>
  `${useSelector(useSession(), selectUser)?.userId ?? ''} ${name}`

/** Who looks at the screen. Throws when nobody is signed in; the routes guarantee that somebody is. */
export const useViewer = (): Viewer => {
  const session = useSession()
  const principal = useSelector(session, selectUser)
  const records = useSelector(session, selectRecords)
  if (!principal) throw new Error('Nobody is signed in.')
  return {
    principal,
    ...flagsOf(principal),
    may: permission => may(principal, permission),
    recordWith: part => records.find(record => hasPart(record, part)),
    refusal: permission => (may(principal, permission) ? undefined : rightRefusal(principal, permission)),
  }
}
