import { message } from '../../messages/message.ts'
import type { CheckedFile, SchemaChoice, ValidatePageContext } from './types.ts'

type Chosen = Pick<ValidatePageContext, 'file' | 'schema' | 'refusal'>

const isSchema = ({ name }: CheckedFile): boolean => name.toLowerCase().endsWith('.xsd')

/** What is known of the file until it is checked again. */
export const notChecked = {
  progress: undefined,
  outcome: undefined,
  problem: undefined,
  current: 0,
  group: undefined,
} satisfies Partial<ValidatePageContext>

/** The files of a schema, if it is one of files. */
export const schemaFilesOf = (schema: SchemaChoice): readonly CheckedFile[] =>
  schema.kind === 'files' ? schema.files : []

/**
 * What is chosen after another gesture: files named .xsd join those of the schema, one of the same name in the place of the
 * former; the other one is the file to check. Nothing is taken of a gesture with several others, or with an empty file.
 */
export const withFiles = ({ file, schema }: Chosen, files: readonly CheckedFile[]): Chosen => {
  const others = files.filter(one => !isSchema(one))
  const empty = files.find(({ size }) => size === 0)
  if (empty) return { file, schema, refusal: message('validate', 'refusal.empty', { name: empty.name }) }
  if (others.length > 1)
    return { file, schema, refusal: message('validate', 'refusal.several', { count: others.length }) }
  const added = files.filter(isSchema)
  const kept = schemaFilesOf(schema).filter(({ name }) => !added.some(one => one.name === name))
  return {
    file: others[0] ?? file,
    schema: added.length > 0 ? { kind: 'files', files: [...kept, ...added] } : schema,
    refusal: undefined,
  }
}

/** What is chosen without a file. */
export const withoutFile = ({ file, schema }: Chosen, id: string): Chosen => {
  const files = schemaFilesOf(schema).filter(one => one.id !== id)
  return {
    file: file?.id === id ? undefined : file,
    schema: schema.kind !== 'files' ? schema : files.length > 0 ? { kind: 'files', files } : { kind: 'none' },
    refusal: undefined,
  }
}
