/** Parts of a specification's page, as the parameter `part` names them. */
export const parts = ['rules', 'dictionary', 'derived', 'changes', 'whole'] as const
export type Part = (typeof parts)[number]

/** The page of a collection's specification. */
export const specificationPath = (reference: string): string => `/specification/${reference}`

/** Where a rule, a field (Entity.FIELD) or a derived field stands: an address to link to. */
export const anchorPath = (reference: string, name: string): string =>
  `${specificationPath(reference)}#${encodeURIComponent(name)}`

/** The part that the name in an anchor belongs to, and the id of the table in it. */
const placeOf = (name: string): { part: Exclude<Part, 'changes' | 'whole'>; table: string } => {
  if (name.startsWith('Z_')) return { part: 'derived', table: 'pd' }
  return /^\w+\.\w+$/.test(name) ? { part: 'dictionary', table: 'pf' } : { part: 'rules', table: 'pu' }
}

/** The page with the item of an anchor found and open, for links within the specification. */
export const itemPath = (reference: string, name: string): string =>
  `${specificationPath(reference)}${queryOf(name)}`

/** The query under which the item of an anchor is found and open. */
export const queryOf = (name: string): string => {
  const { part, table } = placeOf(name)
  return `?${new URLSearchParams({ part, [`${table}.q`]: name, [`${table}.open`]: name })}`
}
