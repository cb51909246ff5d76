import type { AttributeUse, ComplexType, ElementDeclaration, ElementType } from './components.ts'
import type { SymbolTable } from './content/symbolTable.ts'

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
  /** Numbers of the names of elements. */
  readonly symbols: SymbolTable
  /** Numbers of the names of attributes that types declare. */
  readonly attributeSymbols: SymbolTable
  /** Whether any element declares xs:key, xs:unique or xs:keyref. */
  readonly hasConstraints: boolean
  /** Whether any value can name an element of the document (xs:ID), or refer to one. */
  readonly hasIdentifiers: boolean
}
