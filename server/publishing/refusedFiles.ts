import type { FileFault } from '../../src/domain/problem.ts'
import type { Message } from '../../src/messages/message.ts'

/** Files that are not taken as a whole, with what is wrong in which. */
export class RefusedFiles extends Error {
  override readonly name = 'RefusedFiles'
  readonly faults: readonly FileFault[]

  constructor(faults: readonly FileFault[]) {
    super(`Refused: ${faults.map(({ file, line }) => `${file}:${line}`).join(', ')}`)
    this.faults = faults
  }
}

/** A single fault. */
export const refusedFile = (file: string, line: number, message: Message): RefusedFiles =>
  new RefusedFiles([{ file, line, message }])
