import type { CompiledSchema } from './compiledSchema.ts'
import { Compiler } from './compiler.ts'
import { type AttributeUse, nameKey } from './components.ts'
import type { SchemaNode } from './document.ts'
import { refuseMalformed } from './schemaForm.ts'
import { schemaForSchemas } from './schemaForSchemas.ts'
import { type SchemaDocuments, SchemaSet } from './schemaSet.ts'

export interface CompileOptions {
  /**
   * Included and imported documents by their address from the main schema, e.g. `common/types.xsd`: what a document in a
   * folder includes begins at that folder. Or a function that gives the document at an address. Nothing is ever fetched.
   */
  readonly documents?: SchemaDocuments
  /** Addresses of further documents that belong to the schema without being included by the main one. */
  readonly roots?: readonly string[]
  /** Name of the main schema's own file, by which documents may include it back. */
  readonly ownName?: string
}

/** Compiles all; definitions that refer to each other in a chain of thousands are a fault, and not the end of the stack. */
const compileAll = (compiler: Compiler, root: SchemaNode): void => {
  try {
    compiler.compileAll()
  } catch (error) {
    if (error instanceof RangeError) root.fail('its definitions refer to each other in too long a chain')
    throw error
  }
}

/**
 * Compiles an XML Schema 1.0. Throws SchemaCompileError naming construct and place for whatever is wrong or not
 * supported: nothing is silently left out. Every document is checked against the schema for schemas first.
 */
export const compileSchema = (xsd: string | Uint8Array, options: CompileOptions = {}): CompiledSchema => {
  form ??= compile(schemaForSchemas, {}, () => undefined)
  const known = form
  return compile(xsd, options, (bytes, location) => refuseMalformed(bytes, location, known))
}

/** The schema for schemas, compiled once. */
let form: CompiledSchema | undefined

const compile = (
  xsd: string | Uint8Array,
  options: CompileOptions,
  checkForm: (bytes: Uint8Array, location: string) => void,
): CompiledSchema => {
  const set = new SchemaSet(options.documents ?? {}, options.ownName, checkForm)
  const main = set.load(xsd, '', undefined)
  for (const location of options.roots ?? []) set.loadRoot(location)
  const compiler = new Compiler(set)
  compileAll(compiler, main.root)
  const attributes = new Map<string, AttributeUse>()
  for (const node of set.all('attribute')) {
    const use = compiler.attributes.global(node)
    attributes.set(nameKey(use.namespace, use.local), use)
  }
  return {
    targetNamespace: main.namespace,
    version: main.root.attribute('version') ?? '',
    elements: set.elements,
    types: compiler.types,
    attributes,
    anyType: compiler.anyType,
    symbols: set.symbols,
    attributeSymbols: set.attributeSymbols,
    hasConstraints: compiler.hasConstraints,
    hasIdentifiers: compiler.hasIdentifiers,
  }
}
