import { type CompiledSchema, compileSchema, includedLocations, SchemaCompileError } from 'bedel-record'

/** A file of a schema, under the name that the user knows. */
export interface SchemaFile {
  name: string
  content: Blob
}

/** Why a schema cannot be used, and where. Line and column from 1, byte from 0. */
export interface SchemaFault {
  /** Position of the file among those that were given. */
  file: number
  line: number
  column: number
  message: string
}

/** A schema that was compiled, or why it was not. */
export type CompiledFiles = { schema: CompiledSchema } | { fault: SchemaFault }

const baseName = (location: string): string => location.split(/[\\/]/).at(-1) ?? location

/** The words of a fault without the place at their end, which is shown beside them. */
const wordsOf = ({ message }: SchemaCompileError): string =>
  message.replace(/ \((?:[^()]*, )?line \d+, column \d+\)$/, '')

/**
 * Compiles a schema of one or several files. The main one is the first that no other includes or imports; whatever else nothing
 * refers to belongs to the schema as well. Files are found by the last part of a schemaLocation: a browser is given files
 * without their folders.
 */
export const compileFiles = async (files: readonly SchemaFile[]): Promise<CompiledFiles> => {
  const documents = await Promise.all(
    files.map(async ({ name, content }) => ({ name, bytes: new Uint8Array(await content.arrayBuffer()) })),
  )
  const positionOf = (location: string): number =>
    documents.findIndex(({ name }) => baseName(name) === baseName(location))
  let main = 0
  try {
    const referred = new Set(
      documents.flatMap(({ name, bytes }, position) => {
        main = position
        return includedLocations(bytes, name)
          .map(positionOf)
          .filter(found => found !== position)
      }),
    )
    const roots = documents.map((_, position) => position).filter(position => !referred.has(position))
    main = roots[0] ?? 0
    const own = documents[main]
    if (!own) throw new Error('There is no schema file.')
    return {
      schema: compileSchema(own.bytes, {
        documents: location => documents[positionOf(location)]?.bytes,
        roots: roots.slice(1).map(position => documents[position]?.name ?? ''),
        ownName: baseName(own.name),
      }),
    }
  } catch (error) {
    if (!(error instanceof SchemaCompileError)) throw error
    const { document, line, column } = error
    const found = document === '' ? main : positionOf(document)
    return { fault: { file: Math.max(0, found), line, column, message: wordsOf(error) } }
  }
}
