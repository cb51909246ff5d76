import type { MasterKeys } from './masterKeys.ts'

/** What master keys wrap: the keys of files, or the secrets of webhooks. */
export interface WrappedKeys {
  /** Wraps everything by the current master key. Gives how much there was. */
  rewrap: () => Promise<number>
  /** Names of the master keys that something is wrapped by. */
  mastersInUse: () => Promise<Set<string>>
}

/**
 * Has another master key, the prepared one or a new one, wrap every key, and removes master keys that are of no use any more.
 * The one that was current until now stays until the next time: a process may be about to write a key that it has wrapped by it.
 */
export const rotateMasterKey = async (
  masters: MasterKeys,
  keys: WrappedKeys,
): Promise<{ name: string; rewrapped: number; forgotten: string[] }> => {
  const before = masters.currentName()
  const name = masters.rotate()
  const rewrapped = await keys.rewrap()
  const inUse = await keys.mastersInUse()
  return { name, rewrapped, forgotten: masters.forget(inUse.add(before)) }
}
