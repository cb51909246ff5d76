/** One step of the XPath subset of identity constraints: a child name, any child of a namespace, or any child. */
export type NameTest =
  | { readonly kind: 'name'; readonly namespace: string; readonly local: string }
  | { readonly kind: 'namespace'; readonly namespace: string }
  | { readonly kind: 'any' }

/** One branch of a selector or field. */
export interface Path {
  /** Whether it begins with `.//`: the steps may match at any depth. */
  readonly isDeep: boolean
  readonly steps: readonly NameTest[]
  /** For fields: the attribute at the end, if there is one. */
  readonly attribute: NameTest | undefined
}

export interface IdentityConstraint {
  readonly kind: 'key' | 'unique' | 'keyref'
  readonly name: string
  readonly namespace: string
  readonly selector: readonly Path[]
  readonly fields: readonly (readonly Path[])[]
  /** For a keyref: expanded name of the key it refers to. */
  readonly refer: string | undefined
}
