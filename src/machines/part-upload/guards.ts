import type { PartUploadContext } from './types.ts'

/** Of the whole file: how many parts it has at this size of a part. */
const countOf = ({ target, grant }: PartUploadContext): number =>
  grant ? Math.ceil(target.file.size / grant.partBytes) : 0

/** The first part that the store does not have; undefined when it has them all. */
export const nextPart = (context: PartUploadContext): number | undefined => {
  const stored = new Set(context.stored)
  for (let number = 1; number <= countOf(context); number++) if (!stored.has(number)) return number
  return undefined
}

/** Where a part begins and ends in its file, in bytes. */
export const rangeOf = (
  { target, grant }: PartUploadContext,
  number: number,
): { from: number; to: number } => {
  const partBytes = grant?.partBytes ?? 0
  return { from: (number - 1) * partBytes, to: Math.min(number * partBytes, target.file.size) }
}
