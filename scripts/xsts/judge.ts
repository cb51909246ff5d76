import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  type CompiledSchema,
  compileSchema,
  createChecker,
  SchemaCompileError,
  schemaHints,
} from 'bedel-record'
import type { SuiteTest } from './suite.ts'

/** What a processor says of a test. A crash is a fault of the processor. */
export interface Verdict {
  readonly verdict: 'valid' | 'invalid' | 'crash'
  readonly message: string
}

const read = (path: string): Uint8Array | undefined => {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

type Compiled = { readonly schema: CompiledSchema } | { readonly refusal: Verdict }

const refusalOf = (error: unknown): Verdict =>
  error instanceof SchemaCompileError
    ? { verdict: 'invalid', message: error.message }
    : { verdict: 'crash', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }

/** The documents of one test as one schema; what they include and import is read from the files beside them. */
const compile = (paths: readonly string[]): Compiled => {
  const [main = '', ...others] = paths
  const folder = dirname(main)
  try {
    const bytes = read(main)
    if (bytes === undefined) return { refusal: { verdict: 'invalid', message: `there is no file ${main}` } }
    const schema = compileSchema(bytes, {
      documents: location =>
        /^[a-z][a-z0-9+.-]*:/i.test(location) ? undefined : read(join(folder, location)),
      ownName: basename(main),
      roots: others.map(path => relativeTo(folder, path)),
    })
    return { schema }
  } catch (error) {
    return { refusal: refusalOf(error) }
  }
}

const relativeTo = (folder: string, path: string): string =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

/** Judges tests with the engine; a schema that several tests share is compiled once. */
export class Judge {
  private key = ''
  private compiled: Compiled | undefined

  judge(test: SuiteTest): Verdict {
    if (test.kind === 'schema') {
      const compiled = this.compileOnce(test.schemas)
      return 'schema' in compiled ? { verdict: 'valid', message: '' } : compiled.refusal
    }
    const bytes = read(test.instance)
    if (bytes === undefined) return { verdict: 'invalid', message: `there is no file ${test.instance}` }
    const schemas =
      test.schemas.length > 0
        ? test.schemas
        : schemaHints(bytes).map(({ location }) => join(dirname(test.instance), location))
    const compiled = this.compileOnce(schemas)
    if (!('schema' in compiled)) return compiled.refusal
    try {
      const checker = createChecker(compiled.schema, { findingsCap: 1, limits: { attributes: 1_000 } })
      checker.write(bytes)
      const outcome = checker.end()
      if (!outcome.wellFormed) return { verdict: 'invalid', message: outcome.error.message }
      const [first] = outcome.findings
      return first === undefined
        ? { verdict: 'valid', message: '' }
        : { verdict: 'invalid', message: `${first.code}: ${first.message}` }
    } catch (error) {
      return refusalOf(error)
    }
  }

  private compileOnce(schemas: readonly string[]): Compiled {
    const key = schemas.join('\n')
    if (this.compiled === undefined || this.key !== key) {
      this.key = key
      this.compiled = compile(schemas)
    }
    return this.compiled
  }
}
