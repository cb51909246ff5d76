import type { ConfigurationPlace } from '../domain/deliveryConfiguration.ts'
import type { DeliveryPlace } from '../domain/deliveryPlace.ts'
import type { Principal } from '../domain/principal.ts'
import type { DeliveryEffect, DeliveryEvent, DeliveryFacts } from '../machines/delivery/index.ts'
import type { ConfigurationEvent, ConfigurationFacts } from '../machines/delivery-configuration/index.ts'

/*
 * What was decided about deliveries (decisions §13; specification 1 §6), written a second time from there and apart from the
 * charts.
 */

/** Configuring deliveries is the administrator's. */
const isAdministrator = (actor: Principal): boolean =>
  actor.kind === 'user' && actor.organisationType === 'agency' && actor.roles.includes('admin')

/** "Edit, disable, delete with confirmation"; "special-category fields named one by one with a reason". */
export const configurationDecided = (
  place: ConfigurationPlace,
  { isReasoned }: ConfigurationFacts,
  { type, actor }: ConfigurationEvent,
): { place: ConfigurationPlace; effects: 'keepDetails'[] } | undefined => {
  if (!isAdministrator(actor)) return undefined
  const isThere = place === 'ENABLED' || place === 'DISABLED'
  switch (type) {
    case 'CREATE':
      return place === 'NONE' && isReasoned ? { place: 'DISABLED', effects: ['keepDetails'] } : undefined
    case 'CHANGE':
      return isThere && isReasoned ? { place, effects: ['keepDetails'] } : undefined
    case 'ENABLE':
      return place === 'DISABLED' && isReasoned ? { place: 'ENABLED', effects: [] } : undefined
    case 'DISABLE':
      return place === 'ENABLED' ? { place: 'DISABLED', effects: [] } : undefined
    case 'DELETE':
      return isThere ? { place: 'DELETED', effects: [] } : undefined
  }
}

/**
 * "Made by jobs when signed off, daily, weekly or on request"; "killed at ten points: one result"; "kept 90 days". An attempt
 * that has lost its delivery to another one changes nothing. "Can be cancelled" (decisions §10 "Jobs"), by a person who may have
 * one made, until it is made; of one that a worker had begun what was written goes.
 */
export const deliveryDecided = (
  place: DeliveryPlace,
  facts: DeliveryFacts,
  event: DeliveryEvent,
): { place: DeliveryPlace; effects: DeliveryEffect[] } | undefined => {
  const isSystem = event.actor.kind === 'system'
  switch (event.type) {
    case 'REQUEST':
      return place === 'NONE' &&
        (isSystem || isAdministrator(event.actor)) &&
        facts.isEnabled &&
        facts.submissions > 0
        ? { place: 'WAITING', effects: ['enqueueDelivery'] }
        : undefined
    case 'START':
      return isSystem && (place === 'WAITING' || place === 'WORKING')
        ? { place: 'WORKING', effects: ['countAttempt'] }
        : undefined
    case 'MADE':
      return isSystem && place === 'WORKING' && event.attempt === facts.attempt
        ? { place: 'READY', effects: ['keepPackage', 'notify'] }
        : undefined
    case 'GIVEN_UP':
      return isSystem && place === 'WORKING' && event.attempt === facts.attempt
        ? { place: 'FAILED', effects: ['keepFault'] }
        : undefined
    case 'CANCEL':
      if (!isAdministrator(event.actor)) return undefined
      if (place === 'WAITING') return { place: 'CANCELLED', effects: ['withdrawDelivery'] }
      return place === 'WORKING'
        ? { place: 'CANCELLED', effects: ['withdrawDelivery', 'removeParts'] }
        : undefined
    case 'EXPIRE':
      return isSystem && place === 'READY' && facts.isExpired
        ? { place: 'EXPIRED', effects: ['removePackage'] }
        : undefined
  }
}
