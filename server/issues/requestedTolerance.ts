import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { Tolerance, TolerancePart } from '../../src/domain/tolerance.ts'
import { type Message, message } from '../../src/messages/message.ts'

/** A part of a tolerance as it is asked for. */
export interface RequestedPart {
  toleranceTypeId: number
  toleranceFrom: number
  toleranceTo: number | null
}

const isWithTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** Whole numbers of records to 99999, percentages to two decimals (decisions §10 "Tolerances"). */
const faultOf = (
  { type }: TolerancePart,
  { toleranceFrom, toleranceTo }: RequestedPart,
): Message | undefined => {
  const number = message('problems', 'toleranceNumber')
  if (type === 3) {
    const ends = [toleranceFrom, toleranceTo ?? Number.NaN]
    if (!ends.every(end => isWithTwoDecimals(end) && Math.abs(end) <= 999.99)) return number
    return (toleranceTo ?? 0) < toleranceFrom ? message('problems', 'toleranceOrder') : undefined
  }
  const most = type === 1 ? 99_999 : 100
  const isNumber = type === 1 ? Number.isInteger(toleranceFrom) : isWithTwoDecimals(toleranceFrom)
  return isNumber && toleranceFrom >= 0 && toleranceFrom <= most && toleranceTo === null ? undefined : number
}

const invalid = (field: string, reason: Message): ProblemError =>
  new ProblemError(problem('invalid', reason, [{ field, message: reason }]))

/**
 * The tolerance that is asked for in place of the rule's: other values, with the kinds, their order and the conjunction
 * of the ruleset. Throws an invalid problem that names the field.
 */
export const requestedTolerance = (current: Tolerance, parts: readonly RequestedPart[]): Tolerance => {
  if (
    parts.length !== current.parts.length ||
    parts.some(({ toleranceTypeId }, at) => toleranceTypeId !== current.parts[at]?.type)
  )
    throw invalid('body.tolerances', message('problems', 'toleranceForm'))
  return {
    ...current,
    parts: current.parts.map((part, at) => {
      const requested = parts[at] ?? {
        toleranceTypeId: part.type,
        toleranceFrom: part.from,
        toleranceTo: part.to,
      }
      const fault = faultOf(part, requested)
      if (fault) throw invalid(`body.tolerances.${at}`, fault)
      return { type: part.type, from: requested.toleranceFrom, to: requested.toleranceTo }
    }),
  }
}
