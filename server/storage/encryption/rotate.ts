import type { FileKeys } from './fileKeys.ts'
import type { MasterKeys } from './masterKeys.ts'

/**
 * Makes a new master key, wraps the key of every object by it, and removes master keys that are of no use any more. The one
 * that was current until now stays until the next time: a process may be about to write a key that it has wrapped by it.
 */
export const rotateMasterKey = async (
  masters: MasterKeys,
  keys: FileKeys,
): Promise<{ name: string; rewrapped: number; forgotten: string[] }> => {
  const before = masters.currentName()
  const name = masters.rotate()
  const rewrapped = await keys.rewrap()
  const inUse = await keys.mastersInUse()
  return { name, rewrapped, forgotten: masters.forget(inUse.add(before)) }
}
