import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { flagsOf, may, type UserActor } from '../domain/actor.ts'
import { type Permission, rightRefusal } from '../domain/permissions.ts'
import { type SessionMachine, selectUser } from '../machines/session/index.ts'
import type { Message } from '../messages/message.ts'
import { ApplicationContext } from './application.ts'

export interface Viewer extends ReturnType<typeof flagsOf> {
  actor: UserActor
  may: (permission: Permission) => boolean
  /** Why the viewer may not; undefined who may. */
  refusal: (permission: Permission) => Message | undefined
}

/** The session's actor: who is signed in, for whom, and the notices before the end. */
export const useSession = (): ActorRefFrom<SessionMachine> => {
  const session = ApplicationContext.useSelector(({ children }) => children.session)
  if (!session) throw new Error('The application runs no session.')
  return session
}

/** Who looks at the screen. Throws when nobody is signed in; the routes guarantee that somebody is. */
export const useViewer = (): Viewer => {
  const actor = useSelector(useSession(), selectUser)
  if (!actor) throw new Error('Nobody is signed in.')
  return {
    actor,
    ...flagsOf(actor),
    may: permission => may(actor, permission),
    refusal: permission => (may(actor, permission) ? undefined : rightRefusal(permission)),
  }
}
