export { type CheckResult, type CheckSourceOptions, check } from './check/check.ts'
export {
  type Checker,
  type CheckOptions,
  type CheckOutcome,
  createChecker,
  type WatchOptions,
} from './check/createChecker.ts'
export { type DictionaryEntity, type DictionaryField, dictionaryOf } from './check/dictionary.ts'
export type { Fault, FindingCode, FindingParameters, WrongCharacter } from './check/fault.ts'
export {
  type Finding,
  type FindingGroup,
  type KeyValue,
  type RecordPlace,
  schemaPath,
} from './check/finding.ts'
export type { KeyOptions, UncheckedKeys } from './check/heldKeys.ts'
export type { KeyStore } from './check/keyStore.ts'
export { type CodeList, codeLists, type EntityTable, entityTables } from './check/layout.ts'
export { englishMessages, type FindingMessages, type Wording } from './check/messages.ts'
export { type SchemaHint, schemaHints } from './check/schemaHints.ts'
export { type CompileSourceOptions, compile } from './schema/compile.ts'
export type { CompiledSchema } from './schema/compiledSchema.ts'
export { type CompileOptions, compileSchema } from './schema/compileSchema.ts'
export { SchemaCompileError } from './schema/schemaError.ts'
export { includedLocations } from './schema/schemaSet.ts'
export type { CodeLabel } from './schema/simpleType.ts'
export { formText, type ValueForm } from './schema/valueForm.ts'
export {
  type AttributeList,
  createReader,
  defaultLimits,
  type EndEvent,
  type ReaderHandlers,
  type ReadOptions,
  read,
  type Source,
  type StartEvent,
  type TextEvent,
  type XmlAttribute,
  XmlError,
  type XmlErrorCode,
  type XmlEvent,
  type XmlLimits,
  type XmlName,
  type XmlPlace,
  type XmlReader,
} from './xml/index.ts'
