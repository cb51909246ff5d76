import type { PseudonymisationPlace } from '../domain/pseudonymisation.ts'
import type {
  PseudonymisationEffect,
  PseudonymisationEvent,
  PseudonymisationFacts,
} from '../machines/pseudonymisation-task/index.ts'

/*
 * What was decided about the task of a submission's pseudonymised form (specification 1 §4 "Data pseudonymisation", decisions
 * §13), written a second time from there and apart from the chart.
 */

interface Decided {
  place: PseudonymisationPlace
  effects: PseudonymisationEffect[]
}

const holdsRole = ({ actor }: PseudonymisationEvent, role: string): boolean =>
  actor.kind === 'user' && actor.organisationType === 'agency' && actor.roles.includes(role)

/**
 * "Role anon-data-user only. Clicking sets Pending and starts the task; a double click is one task: the second is refused. Listed are live submissions
 * at or beyond Quality processing complete. Failed stays; an administrator may reset it. Killed midway it is made again;
 * the result appears whole or not", so only the attempt that holds the task says what came of it. "Can be cancelled" (decisions
 * §10 "Jobs") by whoever may ask for it, until it is made, and asked for anew.
 */
export const pseudonymisationDecided = (
  place: PseudonymisationPlace,
  facts: PseudonymisationFacts,
  event: PseudonymisationEvent,
): Decided | undefined => {
  const isUnderWay = place === 'WAITING' || place === 'WORKING'
  switch (event.type) {
    case 'REQUEST':
      if (!holdsRole(event, 'anon-data-user')) return undefined
      return (place === 'NONE' || place === 'CANCELLED') && facts.isReady && facts.hasFile
        ? { place: 'WAITING', effects: ['enqueueTask'] }
        : undefined
    case 'CANCEL':
      if (!holdsRole(event, 'anon-data-user') || !isUnderWay) return undefined
      return {
        place: 'CANCELLED',
        effects: place === 'WORKING' ? ['withdrawTask', 'removeParts'] : ['withdrawTask'],
      }
    case 'RESET':
      return place === 'FAILED' && holdsRole(event, 'admin') ? { place: 'NONE', effects: [] } : undefined
    case 'START':
      return event.actor.kind === 'system' && isUnderWay
        ? { place: 'WORKING', effects: ['countAttempt'] }
        : undefined
    case 'MADE':
    case 'GIVEN_UP': {
      const isHeard = event.actor.kind === 'system' && place === 'WORKING' && event.attempt === facts.attempt
      if (!isHeard) return undefined
      return event.type === 'MADE'
        ? { place: 'SUCCEEDED', effects: ['keepOutput'] }
        : { place: 'FAILED', effects: ['keepFault'] }
    }
  }
}
