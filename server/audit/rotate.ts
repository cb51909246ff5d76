import type { Kysely } from 'kysely'
import { systemPrincipal } from '../../src/domain/principal.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit } from '../lifecycle/records.ts'
import type { ObjectStore } from '../storage/index.ts'
import { readAuditKeys, replaceSigningKey, verifierKey } from './note.ts'
import { readPublished } from './outside.ts'
import { AuditSetBack, latestCheckpoint, lockSeal } from './seal.ts'

/**
 * Has another key sign the checkpoints of the audit, while the system runs or not. The one before counts for the lines that are
 * sealed at this moment and for none after them. Throws AuditSetBack where a place outside knows more lines: its checkpoint,
 * which is the proof of that, would not count any more.
 */
export const rotateAuditKey = (options: {
  db: Kysely<Database>
  clock: { now: () => Date }
  store: Pick<ObjectStore, 'open' | 'stat' | 'list'>
  keysDir: string
  secondPlace: string | undefined
}): Promise<{ verifierKey: string; lastSize: number }> =>
  withScope(options.db, { scope: 'all' }, async tx => {
    const { clock, store, keysDir, secondPlace } = options
    await lockSeal(tx)
    const lastSize = (await latestCheckpoint(tx))?.size ?? 0
    const { most } = await readPublished(store, secondPlace, readAuditKeys(keysDir))
    if (most > lastSize) throw new AuditSetBack(most, lastSize)
    const replaced = verifierKey(replaceSigningKey(keysDir, lastSize).signer.publicKey)
    await recordAudit(tx, {
      actor: systemPrincipal,
      event: 'AUDIT_KEY_ROTATED',
      subject: replaced,
      at: clock.now(),
      detail: { lastSize },
    })
    return { verifierKey: replaced, lastSize }
  })
