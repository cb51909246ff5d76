import { sql, type Transaction } from 'kysely'
import { systemPrincipal } from '../../src/domain/principal.ts'
import {
  isSpecificationInUse,
  type SpecificationSystemEvent,
} from '../../src/machines/specification-state/index.ts'
import type { Database } from '../database/schema.ts'
import { specificationDecider } from './decide.ts'
import { lockSpecification } from './specificationRow.ts'

/**
 * Locks specifications until the transaction ends, before it is read whether a collection can be given one: none of them
 * becomes a Draft meanwhile. In the order of their ids, so that two collections that swap theirs wait for each other.
 */
export const lockSpecifications = async (
  tx: Transaction<Database>,
  ids: readonly number[],
): Promise<void> => {
  await sql`select id from specification where id = any(${[...ids]}::int[]) order by id for no key update`.execute(
    tx,
  )
}

/**
 * Tells a specification that a collection was given it or has lost it; its chart decides what becomes of it. Call it once
 * the collection's row says so. The scope has to be 'all'. The live message is the collection's.
 */
export const notifySpecification = async (
  tx: Transaction<Database>,
  id: number,
  type: SpecificationSystemEvent['type'],
  at: Date,
): Promise<void> => {
  const found = await lockSpecification(tx, id)
  if (!found) throw new Error(`Specification ${id} is not there any more.`)
  const { judge, write } = specificationDecider({ now: () => at })
  const { transition } = await judge(tx, found, { type, actor: systemPrincipal })
  if (transition) return void (await write(tx, transition))
  // In use already, or still: another collection has it too.
  if (type === 'GIVEN' && !isSpecificationInUse(found.place))
    throw new Error(`A collection was given specification ${id}, which is ${found.place}.`)
}
