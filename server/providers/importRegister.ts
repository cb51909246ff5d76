import type { Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import type { ImportAction } from '../../src/domain/provider.ts'
import type { RegisterLine } from '../../src/domain/register.ts'
import {
  changesBetween,
  onboardedAfter,
  previewOf,
  type RegisterPreview,
  wishOf,
} from '../../src/domain/registerChanges.ts'
import type { Database } from '../database/schema.ts'
import { keepEvent } from './history.ts'
import { type ProviderRecord, writeContacts, writeProvider, writeRegister } from './providerRows.ts'

/** Ids of the providers of a preview that the import adds, of those that it changes, and of those whose onboarding it ends. */
export interface Imported {
  takenIn: string[]
  changed: string[]
  ended: string[]
}

/**
 * Imports a register, from the screen of providers and from `npm run admin -- bootstrap`: the register itself, and its values
 * for providers that were added. `action` decides about the others, unless their line does (decisions §19). Nothing is removed.
 * The scope has to be 'all', the providers locked.
 */
export const importRegister = async (
  tx: Transaction<Database>,
  options: {
    file: readonly RegisterLine[]
    /** As they are now. */
    standing: readonly ProviderRecord[]
    action: ImportAction
    actor: Principal
    now: Date
  },
): Promise<Imported & { preview: RegisterPreview }> => {
  const { file, standing, action, actor, now } = options
  const preview = previewOf(file, standing)
  const before = new Map(standing.map(provider => [provider.instId, provider]))
  const done: Imported = { takenIn: [], changed: [], ended: [] }
  for (const line of file) {
    const { instId } = line
    const known = before.get(instId)
    const contacts = line.contacts.length > 0 ? line.contacts : (known?.contacts ?? [])
    await writeRegister(tx, { ...line, contacts: known?.isTakenIn ? [] : contacts }, now)
    if (known?.isTakenIn) {
      const changes = changesBetween(known, line, action)
      if (changes.length === 0) continue
      const onboarded = onboardedAfter(line, known, action)
      await writeProvider(tx, { provider: line, onboarded, now })
      await writeContacts(tx, instId, contacts)
      await keepEvent(tx, { instId, event: 'IMPORTED', changes, actor, now })
      done.changed.push(instId)
      if (known.onboarded && !onboarded) done.ended.push(instId)
      continue
    }
    const becomes = wishOf(line) ?? action
    if (becomes === 'REGISTER') continue
    const onboarded = becomes === 'ONBOARD'
    await writeProvider(tx, { provider: line, onboarded, now })
    await writeContacts(tx, instId, contacts)
    await keepEvent(tx, {
      instId,
      event: 'TAKEN_IN',
      changes: onboarded ? [{ field: 'onboarded', before: 'no', after: 'yes' }] : [],
      actor,
      now,
    })
    done.takenIn.push(instId)
  }
  return { ...done, preview }
}
