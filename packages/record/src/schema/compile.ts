import type { CompiledSchema } from './compiledSchema.ts'
import { compileSchema } from './compileSchema.ts'
import { referencesOf } from './schemaSet.ts'

export interface CompileSourceOptions {
  /**
   * Gives the schema document at an address, as text or bytes, or undefined where there is none: that is an error only where
   * something of the document is used. Addresses are those of the schema, relative ones from the main document: what
   * `common/types.xsd` includes as `codes.xsd` is asked for as `common/codes.xsd`. Nothing is loaded without it.
   */
  readonly load?: (address: string) => SchemaText | undefined | Promise<SchemaText | undefined>
  /** What to load in place of an address, or for a namespace that is imported without one. */
  readonly catalog?: Readonly<Record<string, string>>
  /** Addresses of further documents that the main one neither includes nor imports. */
  readonly roots?: readonly string[]
  /** Address of the main document, by which others may include it back. */
  readonly name?: string
}

type SchemaText = string | Uint8Array

/** Loads what schema documents lead to, each address once. */
class SchemaLoader {
  readonly documents = new Map<string, SchemaText | undefined>()
  /** Addresses that a catalog has for namespaces which are imported without one. */
  readonly roots = new Set<string>()
  private readonly options: CompileSourceOptions

  constructor(options: CompileSourceOptions) {
    this.options = options
  }

  /** Loads what a document includes and imports, and what that leads to. */
  async follow(document: SchemaText, location: string): Promise<void> {
    const addresses = referencesOf(document, location).flatMap(({ address, namespace }) => {
      if (address !== undefined) return [address]
      const known = this.options.catalog?.[namespace]
      if (known === undefined) return []
      this.roots.add(known)
      return [known]
    })
    await Promise.all(addresses.map(address => this.load(address)))
  }

  async load(address: string): Promise<void> {
    const { load, catalog = {}, name } = this.options
    if (address === name || this.documents.has(address)) return
    // Two documents may ask for it at the same time.
    this.documents.set(address, undefined)
    const document = await load?.(catalog[address] ?? address)
    if (document === undefined) return
    this.documents.set(address, document)
    await this.follow(document, address)
  }
}

/**
 * Compiles an XML Schema 1.0, with the documents that it includes and imports. Rejects with a SchemaCompileError that names
 * construct and place for whatever is wrong or not supported, and with whatever `load` throws.
 */
export const compile = async (
  schema: string | Uint8Array,
  options: CompileSourceOptions = {},
): Promise<CompiledSchema> => {
  const { roots = [], name } = options
  const loader = new SchemaLoader(options)
  await loader.follow(schema, '')
  await Promise.all(roots.map(address => loader.load(address)))
  return compileSchema(schema, {
    documents: address => loader.documents.get(address),
    roots: [...roots, ...loader.roots],
    ...(name === undefined ? {} : { ownName: name }),
  })
}
