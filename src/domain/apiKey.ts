import { type Message, message } from '../messages/message.ts'
import { type TagOf, taggedPlaces } from './places.ts'

/*
 * API keys: how the software of a provider, or of its supplier, calls the portal without a person. A key acts for its provider
 * as a submitter does, or as a supplier in online validation, and of that only what its scopes name: it never submits, approves
 * or signs, and makes no other key.
 */

/** What a key can be made for. */
export const keyScopes = ['validate', 'upload', 'read', 'ovt'] as const
export type KeyScope = (typeof keyScopes)[number]

/** The roles whose rights a key has, as far as its scopes go: online validation has a role for software suppliers (1 §6). */
export const rolesOfKey = (scopes: readonly KeyScope[]): string[] => [
  ...(scopes.some(scope => scope !== 'ovt') ? ['submitter'] : []),
  ...(scopes.includes('ovt') ? ['software-supplier-ovt-submitter'] : []),
]

/** The user id of whoever calls with a key is this and the part of the key by which it is known. */
export const keyUserPrefix = 'key:'

/** Where a key stands. EXPIRED and REVOKED are for good. */
export const apiKeyTags = taggedPlaces({ NONE: [], ACTIVE: ['active'], EXPIRED: [], REVOKED: [] })
export type ApiKeyTag = TagOf<typeof apiKeyTags>
export const apiKeyPlaces = apiKeyTags.places
export type ApiKeyPlace = (typeof apiKeyPlaces)[number]

/** Whether it was ever there. */
export const isKeyMade = (place: ApiKeyPlace): boolean => place !== 'NONE'

/** Whether it counts as long as its time is not over. */
export const isKeyActive = (place: ApiKeyPlace): boolean => apiKeyTags.has(place, 'active')

/** For so many days a key can be made; there is none without an end. */
export const keyDays = [30, 90, 180, 365] as const
export type KeyDays = (typeof keyDays)[number]

/** So many keys of a provider can be active at a time. */
export const activeKeysAtMost = 20
export const longestKeyName = 60

/** What a key with this scope can do, in words. */
export const keyScopeLabel = (scope: KeyScope): Message => message('apiKey', `scope.${scope}`)
/** The state of a key, as people read it. */
export const apiKeyPlaceLabel = (place: ApiKeyPlace): Message => message('apiKey', `states.${place}`)
