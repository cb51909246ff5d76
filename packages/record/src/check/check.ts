import type { CompiledSchema } from '../schema/compiledSchema.ts'
import { limitsOf, type ReadOptions } from '../xml/read.ts'
import { chunksOf, createTurns, type Source } from '../xml/source.ts'
import { type CheckOptions, type CheckOutcome, createChecker } from './createChecker.ts'

export interface CheckSourceOptions extends CheckOptions, ReadOptions {
  /** Called with the number of bytes read, each time that more have been. */
  readonly onProgress?: (bytes: number) => void
}

/** What was found, and whether the document is valid: well-formed, and without a finding. */
export type CheckResult = CheckOutcome & { readonly valid: boolean }

const isValid = ({ wellFormed, findingsTotal, keysUnchecked }: CheckOutcome): boolean =>
  wellFormed && findingsTotal === 0 && keysUnchecked.length === 0

/**
 * Checks a document against a compiled schema, in constant memory. Resolves for any document: one that is not well-formed has an
 * `error` in the result. Rejects with the reason of the signal, and with whatever the source or a callback throws.
 */
export const check = async (
  schema: CompiledSchema,
  source: Source,
  options: CheckSourceOptions = {},
): Promise<CheckResult> => {
  const { signal, onProgress } = options
  const checker = createChecker(schema, { ...options, limits: limitsOf(options) })
  let bytes = 0
  for await (const chunk of chunksOf(source, signal)) {
    checker.write(chunk)
    bytes += chunk.length
    onProgress?.(bytes)
    if (checker.hasFailed) break
  }
  const takeTurns = createTurns()
  const pieces = checker.endInPieces()
  let piece = pieces.next()
  while (!piece.done) {
    await takeTurns()
    signal?.throwIfAborted()
    piece = pieces.next()
  }
  return { ...piece.value, valid: isValid(piece.value) }
}
