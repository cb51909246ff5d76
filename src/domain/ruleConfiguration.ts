import * as z from 'zod/mini'
import { type Message, message } from '../messages/message.ts'
import { limits } from './limits.ts'
import type { TolerancePart } from './tolerance.ts'

/*
 * What can be changed of a rule in a specification (specification 1 §5, decisions §7, §10): one schema for the fields in the
 * browser and for the call on the server, so that both give the same verdict.
 */

/** Kinds of value: a number of records, a percentage, and an end of a range that a measured percentage is held against. */
export const toleranceKinds = ['count', 'percentage', 'change'] as const
export type ToleranceKind = (typeof toleranceKinds)[number]

const bounds = {
  count: { minimum: 0, maximum: 99_999, form: /^\d{1,5}$/, decimals: 0 },
  percentage: { minimum: 0, maximum: 999.99, form: /^\d{1,3}(?:\.\d{1,2})?$/, decimals: 2 },
  change: { minimum: -999.99, maximum: 999.99, form: /^-?\d{1,3}(?:\.\d{1,2})?$/, decimals: 2 },
} as const satisfies Record<
  ToleranceKind,
  { minimum: number; maximum: number; form: RegExp; decimals: 0 | 2 }
>

/** The kind of the values of a tolerance type (specification 1 §3); undefined for an invalid type. */
export const toleranceKindOf = (typeId: number): ToleranceKind | undefined => toleranceKinds[typeId - 1]

const hasDecimals = (value: number, decimals: number): boolean => {
  const scaled = value * 10 ** decimals
  return Math.abs(scaled - Math.round(scaled)) < 1e-6
}

const schemaOf = (kind: ToleranceKind) => {
  const { minimum, maximum, form, decimals } = bounds[kind]
  return z.pipe(
    z.union([z.string().check(z.trim(), z.regex(form)), z.number()]),
    z.pipe(
      z.transform((entered: string | number) => Number(entered)),
      z.number().check(
        z.gte(minimum),
        z.lte(maximum),
        z.refine(value => hasDecimals(value, decimals)),
      ),
    ),
  )
}

const schemas = { count: schemaOf('count'), percentage: schemaOf('percentage'), change: schemaOf('change') }

/** The value of what was entered: text of a field or a number of a call; undefined where it is not valid. */
export const toleranceValue = (kind: ToleranceKind, entered: string | number): number | undefined => {
  const parsed = schemas[kind].safeParse(entered)
  return parsed.success ? parsed.data : undefined
}

/** The bounds of a kind in words: "0 to 99999". */
export const toleranceHelp = (kind: ToleranceKind): Message =>
  message('specification', `tolerance.help.${kind}`)

/** What is wrong with a value; undefined where it is valid. */
export const toleranceFault = (kind: ToleranceKind, entered: string | number): Message | undefined =>
  toleranceValue(kind, entered) === undefined ? refusalOf(kind, entered) : undefined

/** Why a value that is not valid is refused. */
const refusalOf = (kind: ToleranceKind, entered: string | number): Message => {
  const text = String(entered).trim()
  if (text === '') return message('specification', 'tolerance.empty')
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return message('specification', 'tolerance.number')
  if (!hasDecimals(Number(text), bounds[kind].decimals) || (kind === 'count' && text.includes('.')))
    return message('specification', kind === 'count' ? 'tolerance.whole' : 'tolerance.decimals')
  return message('specification', `tolerance.help.${kind}`)
}

/** What was entered for one part of a tolerance; its type as it was sent. */
export interface EnteredPart {
  toleranceTypeId: number
  toleranceFrom: string | number
  /** Upper end of a range; null for a count or a percentage. */
  toleranceTo: string | number | null
}

/** Why what was entered for a part is refused, and at which value; `form` where it is no part of this type. */
export interface EnteredPartFault {
  at: 'form' | 'toleranceFrom' | 'toleranceTo'
  reason: Message
}

/**
 * A part of a tolerance with the values that were entered, or why they are refused. The type is the ruleset's: it is never
 * changed by what was entered (decisions §10).
 */
export const enteredPart = (
  { type }: Pick<TolerancePart, 'type'>,
  { toleranceTypeId, toleranceFrom, toleranceTo }: EnteredPart,
): { ok: true; part: TolerancePart } | { ok: false; fault: EnteredPartFault } => {
  const refused = (at: EnteredPartFault['at'], reason: Message) =>
    ({ ok: false, fault: { at, reason } }) as const
  const kind = toleranceKindOf(type)
  if (!kind) return refused('toleranceFrom', message('specification', 'tolerance.invalidType'))
  const isRange = kind === 'change'
  if (toleranceTypeId !== type || (!isRange && toleranceTo !== null))
    return refused('form', message('specification', 'tolerance.form'))
  const from = toleranceValue(kind, toleranceFrom)
  if (from === undefined) return refused('toleranceFrom', refusalOf(kind, toleranceFrom))
  if (!isRange) return { ok: true, part: { type, from, to: null } }
  const to = toleranceValue(kind, toleranceTo ?? '')
  if (to === undefined) return refused('toleranceTo', refusalOf(kind, toleranceTo ?? ''))
  if (to < from) return refused('toleranceTo', message('specification', 'tolerance.order'))
  return { ok: true, part: { type, from, to } }
}

const webAddress = z.string().check(
  z.trim(),
  z.maxLength(limits.guidanceUrl),
  z.refine(text => /^https?:\/\/[^\s/]/.test(text) && URL.canParse(text)),
)
const description = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.ruleDescription))

/** Empty where the guidance beside the rule in its ruleset is enough. */
const guidanceUrl = z.union([z.literal(''), webAddress])

/** Why something of a rule was changed; may be empty. */
export const changeReason = z.string().check(z.trim(), z.maxLength(limits.changeReason))

/** Words of a rule that a specification gives it. */
export const ruleMetadata = z.object({ description, guidanceUrl })

/** One field of an editor. */
export interface EditorField {
  id: string
  kind: ToleranceKind | 'description' | 'address' | 'reason'
  /** Of the upper end of a range: the field of its lower end. */
  lower?: string
}

/** What was entered, by the ids of the fields. */
export type Entered = Readonly<Record<string, string>>

const faultOf = ({ id, kind, lower }: EditorField, entered: Entered): Message | undefined => {
  const text = entered[id] ?? ''
  if (kind === 'description')
    return description.safeParse(text).success
      ? undefined
      : message('specification', 'metadata.description', { most: limits.ruleDescription })
  if (kind === 'address')
    return guidanceUrl.safeParse(text).success
      ? undefined
      : message('specification', 'metadata.address', { most: limits.guidanceUrl })
  if (kind === 'reason')
    return changeReason.safeParse(text).success
      ? undefined
      : message('specification', 'reason.long', { most: limits.changeReason })
  const fault = toleranceFault(kind, text)
  const from = lower === undefined ? undefined : toleranceValue(kind, entered[lower] ?? '')
  return (
    fault ??
    (from !== undefined && from > Number(text) ? message('specification', 'tolerance.order') : undefined)
  )
}

/** What is wrong with what was entered, by the ids of the fields; empty where all of it is valid. */
export const faultsIn = (
  fields: readonly EditorField[],
  entered: Entered,
): Readonly<Record<string, Message>> =>
  Object.fromEntries(
    fields.flatMap(field => {
      const fault = faultOf(field, entered)
      return fault ? [[field.id, fault]] : []
    }),
  )
