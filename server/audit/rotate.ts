import type { Kysely } from 'kysely'
import { systemPrincipal } from '../../src/domain/principal.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import { recordAudit } from '../decisions/records.ts'
import { OperatorFault } from '../operatorFault.ts'
import type { ObjectStore } from '../storage/index.ts'
import { openCheckpoint, readAuditKeys, replaceSigningKey, verifierKey } from './note.ts'
import { readPublished, unnamedPlace } from './outside.ts'
import { AuditSetBack, latestCheckpoint, lockSeal } from './seal.ts'

/** No key of the folder has signed what was sealed last: the servers sign with another one, and would go on doing so. */
export class AuditKeysOfOthers extends OperatorFault {
  override readonly name = 'AuditKeysOfOthers'
  constructor(keysDir: string) {
    super(
      `No key of ${keysDir} has signed the latest checkpoint of the audit, so nothing was changed. Set KEYS_DIR to that of the servers; if it is, run "npm run audit:verify".`,
    )
  }
}

/**
 * Has another key sign the checkpoints of the audit, while the system runs or not. The one before counts for the lines that are
 * sealed at this moment and for none after them. Throws AuditSetBack where a place outside knows more lines: its checkpoint,
 * which is the proof of that, would not count any more; SecondPlaceUnnamed where that cannot be seen; AuditKeysOfOthers where
 * these are not the keys that the servers sign with.
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
    const keys = readAuditKeys(keysDir)
    const unnamed = unnamedPlace(keys, secondPlace)
    if (unnamed) throw unnamed
    const latest = await latestCheckpoint(tx)
    if (latest && !openCheckpoint(latest.note, keys.trusted)) throw new AuditKeysOfOthers(keysDir)
    const lastSize = latest?.size ?? 0
    const { most } = await readPublished(store, secondPlace, keys)
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
