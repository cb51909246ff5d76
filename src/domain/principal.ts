import { type Holder, isPermitted, type Permission } from './permissions.ts'

/** A signed-in person acting for one organisation (specification 1 §3 "User context"). */
export interface UserPrincipal extends Holder {
  kind: 'user'
  userId: string
  name: string
  organisationId: string
  isPrimaryRegulator: boolean
}

/** The system itself: workers, timers, the object store. */
export interface SystemPrincipal {
  kind: 'system'
}

export type Principal = UserPrincipal | SystemPrincipal

export const systemPrincipal: SystemPrincipal = { kind: 'system' }

/** Whether somebody has a right by role and organisation. The system has none: a guard that lets it act says so itself. */
export const may = (actor: Principal, permission: Permission): boolean =>
  actor.kind === 'user' && isPermitted(actor, permission)

/** Whether the actor is this person. False where no person is named, and where the system acts. */
export const isPerson = (userId: string | null | undefined, actor: Principal): boolean =>
  actor.kind === 'user' && actor.userId === userId

/** Flags of the user context as the token and the screens name them (specification 1 §3, §6). */
export const flagsOf = (actor: UserPrincipal) => ({
  isAgency: actor.organisationType === 'agency',
  isProvider: actor.organisationType === 'provider',
  isStatutoryCustomer: actor.organisationType === 'statutory_customer',
  isPrimaryRegulator: actor.isPrimaryRegulator,
  isAdmin: actor.organisationType === 'agency' && actor.roles.includes('admin'),
  isGuest: actor.organisationType === 'provider' && actor.roles.includes('guest'),
})
