import type { z } from 'zod'
import { type JsonSchema, jsonSchemaOf, schemaAt } from './jsonSchema.ts'
import { didYouMean } from './nearest.ts'

/** A value of the wrong form: where it is, and what to do. */
export interface FormFault {
  /** Of a missing value, that of the object without it. */
  path: readonly PropertyKey[]
  message: string
}

/** A path for people: names joined by dots, and items counted from 1. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((key, at) =>
      typeof key === 'number'
        ? `${at > 0 ? ' ' : ''}item ${key + 1}`
        : at > 0
          ? `.${String(key)}`
          : String(key),
    )
    .join('')

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], root)

const typeOf = (value: unknown): 'array' | 'object' | 'string' =>
  Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : 'string'

/** JSON types of the schema that are written like this. */
const isOf = (schema: JsonSchema, type: 'array' | 'object' | 'string'): boolean =>
  [schema.type ?? []].flat().includes(type) || (schema.anyOf ?? []).some(one => isOf(one, type))

const forms = { string: 'a single value', array: 'a list', object: 'properties (name: value)' } as const

const wanted = (schema: JsonSchema | undefined): string => {
  const kinds = (['string', 'array', 'object'] as const).filter(type => schema && isOf(schema, type))
  return listOf(kinds.map(kind => forms[kind]))
}

type Issue = z.core.$ZodIssue

/** Of a value that may have several forms, the issues of the form that it was meant to have. */
const flattened = (issue: Issue, value: unknown): Issue[] => {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.filter(
    issues => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  const [first] = meant
  return first && meant.length === 1
    ? first
        .map(inner => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue)
        .flatMap(inner => flattened(inner, value))
    : [issue]
}

/** Replaces the library's words, which nobody is shown. */
export const unworded = '(unworded)'

/** What is wrong with a value, in our own words. */
export const formFaults = (schema: z.ZodType, issues: readonly Issue[], value: unknown): FormFault[] => {
  const root = jsonSchemaOf(schema)
  const fault = (path: readonly PropertyKey[], text: string, at = path): FormFault => ({
    path: at,
    message: path.length === 0 ? text : `${pathText(path)}: ${text}`,
  })
  const keysAt = (path: readonly PropertyKey[]): string[] => {
    const part = schemaAt(root, path)
    return [
      ...Object.keys(part?.properties ?? {}),
      ...(part?.propertyNames?.enum ?? []),
      ...(part?.anyOf ?? []).flatMap(one => one.propertyNames?.enum ?? []),
    ]
  }
  const unknownName = (path: readonly PropertyKey[], name: string): FormFault => {
    const known = keysAt(path)
    const hint = didYouMean(name, known) || ` Use ${listOf(known)}.`
    return fault(path, `There is no property "${name}" here.${hint}`, [...path, name])
  }
  const one = (issue: Issue): FormFault[] => {
    const { path } = issue
    const found = valueAt(value, path)
    const part = schemaAt(root, path)
    if (issue.code === 'unrecognized_keys') return issue.keys.map(name => unknownName(path, name))
    if (issue.code === 'invalid_key') {
      const why = issue.issues.find(({ message }) => message !== unworded)?.message ?? ''
      return [fault(path, `"${String(path.at(-1))}" is not a possible name. ${why}`.trimEnd())]
    }
    if (found === undefined && path.length > 0) {
      const written =
        issue.message === unworded
          ? `Missing. ${part?.description ?? `Write ${wanted(part)}.`}`
          : issue.message
      return [fault(path, written, path.slice(0, -1))]
    }
    if (issue.message !== unworded) return [fault(path, issue.message)]
    const shown = typeof found === 'string' ? found : ''
    switch (issue.code) {
      case 'invalid_value': {
        const values = issue.values.map(String)
        const hint = didYouMean(shown, values) || ` Use ${listOf(values)}.`
        return [fault(path, `"${shown}" is not possible here.${hint}`)]
      }
      case 'too_big':
        return [
          fault(
            path,
            `Shorten this: it has ${shown.length} characters, and at most ${issue.maximum} are possible.`,
          ),
        ]
      case 'too_small':
        return [fault(path, `Give at least ${issue.minimum}.`)]
      case 'invalid_type':
      case 'invalid_union':
        return [fault(path, `Write ${wanted(part) || 'another value'} here, not ${forms[typeOf(found)]}.`)]
      default:
        return [fault(path, `This value is not possible here. ${part?.description ?? ''}`.trimEnd())]
    }
  }
  return issues.flatMap(issue => flattened(issue, value)).flatMap(one)
}
