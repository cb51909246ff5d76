import { Compiler } from './compiler.ts'
import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  type ElementType,
  nameKey,
} from './components.ts'
import type { SymbolTable } from './content/symbolTable.ts'
import { SchemaSet } from './schemaSet.ts'

/** A schema compiled to automata; give it to `createChecker`, `entityTables` or `codeLists`. */
export interface CompiledSchema {
  readonly targetNamespace: string
  /** `version` attribute of the schema, empty where absent. */
  readonly version: string
  /** Global elements by expanded name. */
  readonly elements: ReadonlyMap<string, ElementDeclaration>
  /** Global types by expanded name, for xsi:type. */
  readonly types: ReadonlyMap<string, ElementType>
  /** Global attributes by expanded name, for wildcards. */
  readonly attributes: ReadonlyMap<string, AttributeUse>
  readonly anyType: ComplexType
  readonly symbols: SymbolTable
  /** Whether any element declares xs:key, xs:unique or xs:keyref. */
  readonly hasConstraints: boolean
}

export interface CompileOptions {
  /**
   * Texts of included and imported documents by their address from the main schema, e.g. `common/types.xsd`: what a document
   * in a folder includes begins at that folder. Nothing is ever fetched.
   */
  readonly documents?: Readonly<Record<string, string>>
  /** Name of the main schema's own file, by which documents may include it back. */
  readonly ownName?: string
}

/**
 * Compiles an XML Schema 1.0. Throws SchemaCompileError naming construct and place for whatever is wrong or not
 * supported (xs:redefine, substitution groups, xs:ID and its kin, xs:notation): nothing is silently left out.
 */
export const compileSchema = (xsdText: string, options: CompileOptions = {}): CompiledSchema => {
  const set = new SchemaSet(options.documents ?? {}, options.ownName)
  const main = set.load(xsdText, '', undefined)
  const compiler = new Compiler(set)
  compiler.compileAll()
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
    hasConstraints: compiler.hasConstraints,
  }
}
