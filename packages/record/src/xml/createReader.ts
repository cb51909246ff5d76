import { defaultLimits, type XmlLimits } from './limits.ts'
import { type ReaderHandlers, XmlReader } from './reader.ts'

const nothing = (): void => undefined

/** For a caller who wants to hear nothing: the fastest way through a document. */
const silent: ReaderHandlers = {
  startElement: nothing,
  text: nothing,
  endElement: nothing,
  leaf: nothing,
  ignoresBlank: () => true,
  buffersMove: nothing,
}

/** All handlers: those that are missing do nothing. Each is bound, because it can be the method of a class. */
const completed = (handlers: Partial<ReaderHandlers>): ReaderHandlers => {
  const { startElement, text, endElement, leaf, ignoresBlank, buffersMove } = handlers
  if (!(startElement || text || endElement || leaf)) return silent
  return {
    startElement: startElement?.bind(handlers) ?? nothing,
    text: text?.bind(handlers) ?? nothing,
    endElement: endElement?.bind(handlers) ?? nothing,
    buffersMove: buffersMove?.bind(handlers) ?? nothing,
    ...(leaf && { leaf: leaf.bind(handlers) }),
    ...(ignoresBlank && { ignoresBlank: ignoresBlank.bind(handlers) }),
  }
}

/**
 * A streaming reader for XML 1.0 with namespaces and without DTD. `write` takes bytes cut anywhere, `end` closes the
 * document; both throw XmlError (code, message, line, column, byte) at the first fault. Memory stays constant. Without
 * handlers it only says whether the document is well-formed.
 */
export const createReader = (
  handlers: Partial<ReaderHandlers> = {},
  limits: Partial<XmlLimits> = {},
): XmlReader => new XmlReader(completed(handlers), { ...defaultLimits, ...limits })
