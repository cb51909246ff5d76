import { ProblemError } from '../../src/domain/problem.ts'
import type { SharedFile } from '../analysis/index.ts'

interface Open {
  file: SharedFile
  readers: number
}

/**
 * The database that pages are read with, one for all of a process, opened by the first. A fault may have spoilt it: who comes next
 * gets another one, and it is closed when the last of those who still read in it has left.
 */
export const createPagesDatabase = (open: (workFolder: string) => SharedFile) => {
  let current: Open | undefined
  return {
    /** Reads with it; the folder is that in which the folders of all pages lie. */
    use: async <T>(workFolder: string, work: (file: SharedFile) => Promise<T>): Promise<T> => {
      current ??= { file: open(workFolder), readers: 0 }
      const one = current
      one.readers += 1
      try {
        return await work(one.file)
      } catch (error) {
        // A refusal, such as of a rule that there is none of, is no fault.
        if (current === one && !(error instanceof ProblemError)) current = undefined
        throw error
      } finally {
        one.readers -= 1
        if (one !== current && one.readers === 0) await one.file.close()
      }
    },
  }
}
