import { defaultLimits, type XmlLimits } from './xml/limits.ts'
import { type ReaderHandlers, XmlReader } from './xml/reader.ts'

export type { AttributeList } from './xml/attributes.ts'
export { defaultLimits, type XmlLimits } from './xml/limits.ts'
export type { XmlName } from './xml/names.ts'
export type { ReaderHandlers, XmlReader } from './xml/reader.ts'
export { XmlError, type XmlErrorCode, type XmlPlace } from './xml/xmlError.ts'

const nothing = (): void => undefined

/**
 * A streaming reader for XML 1.0 with namespaces and without DTD. `write` takes bytes cut anywhere, `end` closes the
 * document; both throw XmlError (code, words, line, column, byte) at the first fault. Memory stays constant.
 */
export const createReader = (
  handlers: Partial<ReaderHandlers> = {},
  limits: Partial<XmlLimits> = {},
): XmlReader =>
  new XmlReader(
    { startElement: nothing, text: nothing, endElement: nothing, buffersMove: nothing, ...handlers },
    { ...defaultLimits, ...limits },
  )
