import type { Transaction } from 'kysely'
import { systemPrincipal } from '../../src/domain/principal.ts'
import {
  explainSpecification,
  type SpecificationSystemEvent,
  stepSpecification,
} from '../../src/machines/specification-state/index.ts'
import type { Database } from '../database/schema.ts'
import { keepDecision, lockSpecification } from './specificationRow.ts'

/**
 * Tells a specification that a collection was given it or has lost it; its chart decides what becomes of it. Call it once
 * the collection's row says so. The scope has to be 'all'. The live message is the collection's.
 */
export const tellSpecification = async (
  tx: Transaction<Database>,
  id: number,
  type: SpecificationSystemEvent['type'],
  at: Date,
): Promise<void> => {
  const found = await lockSpecification(tx, id)
  if (!found) throw new Error(`Specification ${id} is not there any more.`)
  const event: SpecificationSystemEvent = { type, actor: systemPrincipal }
  if (!explainSpecification(found.place, found.facts, event).allowed) return
  const { place, effects } = stepSpecification(found.place, found.facts, event)
  await keepDecision(tx, found, { event, after: place, effects, at })
}
