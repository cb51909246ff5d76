import { defaultLimits } from '../xml/limits.ts'
import { INSTANCE_NAMESPACE } from '../xml/namespaces.ts'
import { XmlReader } from '../xml/reader.ts'
import { XmlError } from '../xml/xmlError.ts'

/** A schema document that a file names for a namespace, by xsi:schemaLocation or xsi:noNamespaceSchemaLocation. */
export interface SchemaHint {
  readonly namespace: string
  readonly location: string
}

/** The schema documents that a file names, in its order; those before the fault where it is not well-formed. */
export const schemaHints = (bytes: Uint8Array): readonly SchemaHint[] => {
  const hints: SchemaHint[] = []
  const ignore = (): void => undefined
  const startElement = (_: unknown, { currentAttributes: list }: XmlReader): void => {
    const pairs =
      list
        .find(INSTANCE_NAMESPACE, 'schemaLocation')
        ?.split(/\s+/)
        .filter(word => word !== '') ?? []
    for (let i = 0; i + 1 < pairs.length; i += 2)
      hints.push({ namespace: pairs[i]!, location: pairs[i + 1]! })
    const location = list.find(INSTANCE_NAMESPACE, 'noNamespaceSchemaLocation')?.trim()
    if (location !== undefined) hints.push({ namespace: '', location })
  }
  const reader = new XmlReader(
    { startElement, text: ignore, endElement: ignore, buffersMove: ignore },
    defaultLimits,
  )
  try {
    reader.write(bytes)
    reader.end()
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
  }
  return hints
}
