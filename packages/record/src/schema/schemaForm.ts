import { createChecker } from '../check/createChecker.ts'
import type { Finding } from '../check/finding.ts'
import type { CompiledSchema } from './compiledSchema.ts'
import { schemaLimits } from './document.ts'
import { SchemaCompileError } from './schemaError.ts'

/** What the fault is a fault of: the element itself, or the one that holds what is at fault. */
const constructOf = ({ code, field, name }: Finding): string =>
  `xs:${/^(?:ELEMENT|ROOT)_/.test(code) ? field : name}`

const reasonOf = ({ code, message, expected = '', field, name, value = '' }: Finding): string => {
  switch (code) {
    case 'ELEMENT_UNKNOWN':
    case 'ELEMENT_MISPLACED':
      return `is not allowed here in xs:${name}; expected: ${expected}`
    case 'ATTRIBUTE_UNKNOWN':
      return `the attribute ${field} is not allowed here`
    case 'ATTRIBUTE_MISSING':
      return `it needs the attribute ${field}`
    case 'VALUE_CODE':
      return `${field}="${value}" must be one of: ${expected}`
    case 'KEY_DUPLICATE':
      return `the id ${value} stands twice in the document`
    default:
      return message.replace(/\.$/, '')
  }
}

/** Throws SchemaCompileError at the first place where a document does not have the form of a schema. */
export const refuseMalformed = (bytes: Uint8Array, location: string, form: CompiledSchema): void => {
  const checker = createChecker(form, { findingsCap: 1, limits: schemaLimits })
  checker.write(bytes)
  const outcome = checker.end()
  const [fault] = outcome.findings
  if (fault !== undefined) throw new SchemaCompileError(constructOf(fault), reasonOf(fault), location, fault)
}
