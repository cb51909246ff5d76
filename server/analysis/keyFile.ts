import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyStore } from 'bedel-record'

/** A store of keys that ends with the check. */
export interface KeyFile extends KeyStore {
  close(): void
}

/**
 * Keeps keys that are too many to be held in a file of the folder, made when the first come. The file loses its name as soon
 * as it is open, so that nothing is left of it where the process is killed; where a system does not allow that, it goes when
 * the store is closed.
 */
export const openKeyFile = (folder: string): KeyFile => {
  const path = join(folder, 'keys')
  let file: number | undefined
  let end = 0
  const opened = (): number => {
    if (file === undefined) {
      file = openSync(path, 'wx+', 0o600)
      try {
        rmSync(path)
      } catch {
        // Windows keeps the name of an open file.
      }
    }
    return file
  }
  return {
    append(bytes) {
      const offset = end
      for (let done = 0; done < bytes.length; )
        done += writeSync(opened(), bytes, done, bytes.length - done, offset + done)
      end += bytes.length
      return offset
    },
    read(offset, into) {
      for (let done = 0; done < into.length; ) {
        const read = readSync(opened(), into, done, into.length - done, offset + done)
        if (read === 0) throw new Error('The keys that were kept in a file are not whole.')
        done += read
      }
    },
    close() {
      if (file === undefined) return
      closeSync(file)
      file = undefined
      rmSync(path, { force: true })
    },
  }
}
