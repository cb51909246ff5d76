import { renameSync, rmSync } from 'node:fs'

/**
 * Gives a finished folder its lasting name. Where another process has put the same there meanwhile, that one stays and
 * this one is removed.
 */
export const putInPlace = (finished: string, place: string): void => {
  try {
    renameSync(finished, place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    rmSync(finished, { recursive: true, force: true })
  }
}
