import type { Transaction } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import type { ImportAction } from '../../src/domain/provider.ts'
import { previewOf, type RegisterPreview, type RegisterProvider } from '../../src/domain/register.ts'
import type { Database } from '../database/schema.ts'
import { keepEvent } from './history.ts'
import { type ProviderRecord, writeProvider, writeRegister } from './providerRows.ts'

/** Ids of the providers of a preview that the import takes in, and of those that it changes. */
export interface Imported {
  takenIn: string[]
  changed: string[]
}

/**
 * Takes a register into the portal, from the screen of providers as from `npm run admin -- bootstrap`: the register itself,
 * what it says of providers that were taken in, and on demand those that were not. Nothing is removed. The scope has to be
 * 'all', the providers locked.
 */
export const importRegister = async (
  tx: Transaction<Database>,
  options: {
    file: readonly RegisterProvider[]
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
  const changes = new Map(preview.changed.map(({ provider, changes }) => [provider.instId, changes]))
  const done: Imported = { takenIn: [], changed: [] }
  for (const provider of file) {
    const { instId } = provider
    const known = before.get(instId)
    await writeRegister(tx, provider, now)
    if (known?.isTakenIn) {
      const changed = changes.get(instId) ?? []
      const onboarded = known.onboarded || action === 'ONBOARD'
      const details = [
        ...changed,
        ...(onboarded === known.onboarded
          ? []
          : [{ field: 'onboarded' as const, before: 'no', after: 'yes' }]),
      ]
      if (details.length === 0) continue
      await writeProvider(tx, { provider, onboarded, now })
      await keepEvent(tx, { instId, event: 'IMPORTED', changes: details, actor, now })
      done.changed.push(instId)
    } else if (action !== 'REGISTER') {
      const onboarded = action === 'ONBOARD'
      await writeProvider(tx, { provider, onboarded, now })
      await keepEvent(tx, {
        instId,
        event: 'TAKEN_IN',
        changes: onboarded ? [{ field: 'onboarded', before: 'no', after: 'yes' }] : [],
        actor,
        now,
      })
      done.takenIn.push(instId)
    }
  }
  return { ...done, preview }
}
