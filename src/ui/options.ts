import type { IconName } from './Icon.tsx'

/** One choice of a list. */
export interface Option {
  id: string
  label: string
  /** A second, quieter line. */
  hint?: string
  icon?: IconName
  /** Number shown at the end of the line. */
  count?: number
  /** Why it cannot be chosen now. It stays reachable by the arrow keys and is read out as disabled. */
  disabledReason?: string | undefined
}

/** Choices under a heading. */
export interface OptionGroup {
  id: string
  label: string
  options: readonly Option[]
}

/** A flat list of choices, or one in groups. */
export type Options = readonly Option[] | readonly OptionGroup[]

/** Tells a grouped list from a flat one. */
export function isGrouped(options: Options): options is readonly OptionGroup[] {
  const [first] = options
  return first !== undefined && 'options' in first
}

/** The choice of an id, in a flat or a grouped list. */
export function findOption(options: Options, id: string | null): Option | undefined {
  const all = isGrouped(options) ? options.flatMap(group => group.options) : options
  return all.find(option => option.id === id)
}
