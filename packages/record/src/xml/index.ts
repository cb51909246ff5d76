export type { AttributeList } from './attributes.ts'
export { createReader } from './createReader.ts'
export { defaultLimits, type XmlLimits } from './limits.ts'
export type { XmlName } from './names.ts'
export {
  type EndEvent,
  type ReadOptions,
  read,
  type StartEvent,
  type TextEvent,
  type XmlAttribute,
  type XmlEvent,
} from './read.ts'
export type { ReaderHandlers, XmlReader } from './reader.ts'
export type { Source } from './source.ts'
export { XmlError, type XmlErrorCode, type XmlPlace } from './xmlError.ts'
