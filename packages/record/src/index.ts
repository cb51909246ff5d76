import { defaultLimits, type XmlLimits } from './xml/limits.ts'
import { type ReaderHandlers, XmlReader } from './xml/reader.ts'

export {
  type Checker,
  type CheckOptions,
  type CheckOutcome,
  createChecker,
  type WatchOptions,
} from './check/createChecker.ts'
export { type DictionaryEntity, type DictionaryField, dictionaryOf } from './check/dictionary.ts'
export {
  type Finding,
  type FindingCode,
  type FindingGroup,
  type KeyValue,
  type RecordPlace,
  schemaPath,
} from './check/finding.ts'
export type { KeyOptions, UncheckedKeys } from './check/heldKeys.ts'
export type { KeyStore } from './check/keyStore.ts'
export { type CodeList, codeLists, type EntityTable, entityTables } from './check/layout.ts'
export { type SchemaHint, schemaHints } from './check/schemaHints.ts'
export type { CompiledSchema } from './schema/compiledSchema.ts'
export { type CompileOptions, compileSchema } from './schema/compileSchema.ts'
export { SchemaCompileError } from './schema/schemaError.ts'
export { includedLocations } from './schema/schemaSet.ts'
export type { CodeLabel } from './schema/simpleType.ts'
export type { AttributeList } from './xml/attributes.ts'
export type { XmlLimits } from './xml/limits.ts'
export type { XmlName } from './xml/names.ts'
export type { ReaderHandlers, XmlReader } from './xml/reader.ts'
export { XmlError, type XmlErrorCode, type XmlPlace } from './xml/xmlError.ts'

const nothing = (): void => undefined

/**
 * A streaming reader for XML 1.0 with namespaces and without DTD. `write` takes bytes cut anywhere, `end` closes the
 * document; both throw XmlError (code, words, line, column, byte) at the first fault. Memory stays constant. Without
 * handlers it only says whether the document is well-formed.
 */
export const createReader = (
  handlers: Partial<ReaderHandlers> = {},
  limits: Partial<XmlLimits> = {},
): XmlReader => {
  const wantsNothing = Object.keys(handlers).length === 0
  const all = { startElement: nothing, text: nothing, endElement: nothing, buffersMove: nothing, ...handlers }
  return new XmlReader(wantsNothing ? { ...all, leaf: nothing, ignoresBlank: () => true } : all, {
    ...defaultLimits,
    ...limits,
  })
}
