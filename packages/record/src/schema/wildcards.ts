/** Which namespaces a wildcard admits; `''` is the absence of a namespace. `other` admits neither its own nor none. */
export type NamespaceRule =
  | { readonly kind: 'any' }
  | { readonly kind: 'other'; readonly than: string }
  | { readonly kind: 'list'; readonly namespaces: readonly string[] }

export interface Wildcard {
  readonly rule: NamespaceRule
  readonly process: 'strict' | 'lax' | 'skip'
}

/** Whether a wildcard admits the namespace. */
export const admits = (rule: NamespaceRule, namespace: string): boolean => {
  if (rule.kind === 'any') return true
  return rule.kind === 'other'
    ? namespace !== rule.than && namespace !== ''
    : rule.namespaces.includes(namespace)
}

/** Whether two wildcards admit a common namespace. */
export const overlap = (a: NamespaceRule, b: NamespaceRule): boolean => {
  if (a.kind === 'list') return a.namespaces.some(namespace => admits(b, namespace))
  if (b.kind === 'list') return overlap(b, a)
  return true
}

/** Whether the first admits nothing that the second does not admit (Part 1, 3.10.6, wildcard subset). */
export const isWithin = (a: NamespaceRule, b: NamespaceRule): boolean => {
  if (b.kind === 'any') return true
  if (a.kind === 'list') return a.namespaces.every(namespace => admits(b, namespace))
  return a.kind === 'other' && b.kind === 'other' && (a.than === b.than || b.than === '')
}

/** What both admit; undefined where XML Schema has no way to write it. */
export const intersection = (a: NamespaceRule, b: NamespaceRule): NamespaceRule | undefined => {
  if (a.kind === 'any') return b
  if (b.kind === 'any') return a
  if (a.kind === 'list') return { kind: 'list', namespaces: a.namespaces.filter(name => admits(b, name)) }
  if (b.kind === 'list') return intersection(b, a)
  if (a.than === b.than || b.than === '') return a
  return a.than === '' ? b : undefined
}

/** What either admits; undefined where XML Schema has no way to write it. */
export const unionOf = (a: NamespaceRule, b: NamespaceRule): NamespaceRule | undefined => {
  if (a.kind === 'any' || b.kind === 'any') return { kind: 'any' }
  if (a.kind === 'list' && b.kind === 'list')
    return { kind: 'list', namespaces: [...new Set([...a.namespaces, ...b.namespaces])] }
  if (a.kind === 'list') return unionOf(b, a)
  if (b.kind === 'other') return a.than === b.than ? a : { kind: 'other', than: '' }
  const hasOwn = a.than === '' || b.namespaces.includes(a.than)
  const hasNone = b.namespaces.includes('')
  if (hasNone) return hasOwn ? { kind: 'any' } : undefined
  return hasOwn ? { kind: 'other', than: '' } : a
}
