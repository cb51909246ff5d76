import type { UserPrincipal } from '../../domain/principal.ts'
import type { LifecycleEvent, LifecycleEventType } from './events.ts'
import type { Facts } from './facts.ts'
import { type GuardName, guards } from './guards.ts'

const person = (userId: string): UserPrincipal => ({
  kind: 'user',
  userId,
  name: '',
  organisationType: 'agency',
  organisationId: '',
  roles: [],
  isPrimaryRegulator: false,
})

const isGuardName = (name: string): name is GuardName => name in guards

/**
 * What a guard answers for these facts: whether it holds or fails for everybody, or depends on who acts or on what comes with the event.
 * Permissions always depend on the person. Undefined when the lifecycle has no guard of that name.
 */
export const guardAnswer = (
  name: string,
  facts: Facts,
  type: string,
): 'holds' | 'fails' | 'depends' | undefined => {
  if (!isGuardName(name)) return undefined
  const { kind, test } = guards[name]
  if (kind === 'right') return 'depends'
  const { uploaderId, submitterId, keyMakerId, approverId } = facts
  const named = [uploaderId, submitterId, keyMakerId, approverId].filter(id => id !== undefined)
  const actors = [...new Set(named), 'another'].map(person)
  const answers = actors.flatMap(actor =>
    [true, false].map(isGiven =>
      test(facts, {
        type: type as LifecycleEventType,
        actor,
        hasNote: isGiven,
        termsAccepted: isGiven,
      } as LifecycleEvent),
    ),
  )
  if (answers.every(Boolean)) return 'holds'
  return answers.some(Boolean) ? 'depends' : 'fails'
}
