/** A JSON Schema as far as examples are made of it. */
export interface ExampleSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
  properties?: Record<string, ExampleSchema>
  items?: ExampleSchema
  prefixItems?: ExampleSchema[]
  anyOf?: ExampleSchema[]
  oneOf?: ExampleSchema[]
  allOf?: ExampleSchema[]
  $ref?: string
  $defs?: Record<string, ExampleSchema>
}

const submission = '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0001'

/** Values of the demonstration for names that mean the same in every call. */
const known: Readonly<Record<string, string>> = {
  id: submission,
  uuid: submission,
  issue: submission,
  attachment: submission,
  attachmentId: submission,
  formId: submission,
  submissionId: submission,
  submissionUuid: submission,
  currentSubmissionId: submission,
  previousId: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0002',
  previousSubmissionId: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0002',
  token: 'eyJhbGciOiJFUzI1NiJ9…',
  organisationId: '0001',
  instId: '0001',
  institutionId: '0001',
  providerId: '0001',
  collectionId: 'c23056',
  reference: '23056',
  streamId: '056',
  collectionReference: '23056',
  regulator: '5016',
  regulatorCode: '5016',
  code: '5016',
  student: '17',
  validationId: 'QR.C23056.Student.BIRTHDTE.902.V01',
  validationCode: 'QR.C23056.Student.BIRTHDTE.902.V01',
  reportCode: 'FREQCOUNT',
  cellId: '1',
  fileName: 'ashby-2023-24.xml',
  checkedHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  fileHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  after: submission,
  except: submission,
  statusId: '7',
  activityLogTypeId: '1',
  visited: '7',
  ways: '7-9',
  field: 'StudentCourseSession.SCSMODE',
  column: 'Student.SEXID',
  columns: 'Student.SEXID',
  key: `0001/${submission}/file.xml`,
  limit: '10',
  offset: '0',
  guidanceUrl: 'https://example.org/guidance',
  supportContact: 'student@example.org',
  stayTargets: 'AGENCY_APPROVAL=5 PROVIDER_SIGNOFF=10',
  email: 'thomas.whitby@example.org',
  digest: 'a'.repeat(64),
  page: '1',
  pageSize: '100',
  name: 'University of Ashby',
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2024-11-03T09:05:07Z',
  date: '2024-11-03',
  uuid: submission,
  attachment: submission,
  attachmentId: submission,
  formId: submission,
  email: 'thomas.whitby@example.org',
  uri: 'https://example.org/guidance',
}

const fits = ({ pattern }: ExampleSchema, text: string): boolean =>
  pattern === undefined || new RegExp(pattern).test(text)

const textFor = (schema: ExampleSchema, name: string): string => {
  const candidates = [known[name], byFormat[schema.format ?? ''], 'text', '23056', '0001', '056', '1']
  return candidates.find(text => text !== undefined && fits(schema, text)) ?? 'text'
}

/**
 * A value that a schema describes, in the words of the demonstration: what `name` means everywhere, otherwise the first
 * of what the schema allows. References are looked up among the schema's own definitions; one that leads back to itself
 * ends there.
 */
export const exampleOf = (
  schema: ExampleSchema,
  name = '',
  definitions: Record<string, ExampleSchema> = schema.$defs ?? {},
  above: readonly string[] = [],
): unknown => {
  const inner = (part: ExampleSchema, partName = name) => exampleOf(part, partName, definitions, above)
  if (schema.$ref !== undefined) {
    const target = definitions[schema.$ref.replace(/^#\/\$defs\//, '')]
    return target && !above.includes(schema.$ref)
      ? exampleOf(target, name, definitions, [...above, schema.$ref])
      : null
  }
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return inner(choices.find(({ type }) => type !== 'null') ?? choices[0] ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => inner(part)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, inner(value, key)]),
      )
    case 'array':
      return schema.prefixItems
        ? schema.prefixItems.map(part => inner(part))
        : schema.items
          ? [inner(schema.items, name.replace(/s$/, ''))]
          : []
    case 'string':
      return textFor(schema, name)
    case 'number':
    case 'integer':
      return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1)
    case 'boolean':
      return true
    default:
      return null
  }
}
