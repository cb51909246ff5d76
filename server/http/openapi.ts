import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { keyScopes } from '../../src/domain/apiKey.ts'
import { type OrganisationType, organisationTypes } from '../../src/domain/organisation.ts'
import {
  isInScope,
  isPermitted,
  type Permission,
  rolesByOrganisationType,
} from '../../src/domain/permissions.ts'
import { product } from '../../src/domain/product.ts'
import * as additionalReports from '../../src/domain/wire/additionalReports.ts'
import * as audit from '../../src/domain/wire/audit.ts'
import { type Call, isCall, openApiType } from '../../src/domain/wire/call.ts'
import * as histories from '../../src/domain/wire/chartHistories.ts'
import * as collectionOverview from '../../src/domain/wire/collectionOverview.ts'
import * as collections from '../../src/domain/wire/collections.ts'
import { problemDocument } from '../../src/domain/wire/common.ts'
import * as deliveries from '../../src/domain/wire/deliveries.ts'
import * as files from '../../src/domain/wire/files.ts'
import * as identity from '../../src/domain/wire/identity.ts'
import * as impact from '../../src/domain/wire/impact.ts'
import * as inspection from '../../src/domain/wire/inspection.ts'
import * as issueDecisions from '../../src/domain/wire/issueDecisions.ts'
import * as issueList from '../../src/domain/wire/issueList.ts'
import * as issues from '../../src/domain/wire/issues.ts'
import * as jobs from '../../src/domain/wire/jobs.ts'
import * as mails from '../../src/domain/wire/mails.ts'
import * as management from '../../src/domain/wire/management.ts'
import * as notes from '../../src/domain/wire/notes.ts'
import * as notices from '../../src/domain/wire/notices.ts'
import * as providerOverview from '../../src/domain/wire/providerOverview.ts'
import * as providers from '../../src/domain/wire/providers.ts'
import * as pseudonymisation from '../../src/domain/wire/pseudonymisation.ts'
import * as published from '../../src/domain/wire/published.ts'
import * as publishing from '../../src/domain/wire/publishing.ts'
import * as quality from '../../src/domain/wire/quality.ts'
import * as reminders from '../../src/domain/wire/reminders.ts'
import * as reports from '../../src/domain/wire/reports.ts'
import * as ruleSource from '../../src/domain/wire/ruleSource.ts'
import * as search from '../../src/domain/wire/search.ts'
import * as sector from '../../src/domain/wire/sector.ts'
import * as signedForms from '../../src/domain/wire/signedForms.ts'
import * as specifications from '../../src/domain/wire/specifications.ts'
import * as students from '../../src/domain/wire/students.ts'
import * as submissions from '../../src/domain/wire/submissions.ts'
import * as suppliers from '../../src/domain/wire/suppliers.ts'
import * as supportSessions from '../../src/domain/wire/supportSessions.ts'
import * as tasks from '../../src/domain/wire/tasks.ts'
import * as traffic from '../../src/domain/wire/traffic.ts'
import * as users from '../../src/domain/wire/users.ts'
import * as validation from '../../src/domain/wire/validation.ts'
import * as workbooks from '../../src/domain/wire/workbooks.ts'
import { rulesetSchemas, schemaDocument } from '../analysis/index.ts'
import { publicPath } from '../publicPath.ts'
import { type ExampleSchema, exampleOf } from './openapiExamples.ts'
import { packed, servePacked } from './packed.ts'

const modules = {
  identity,
  users,
  collections,
  collectionOverview,
  tasks,
  providerOverview,
  search,
  sector,
  submissions,
  files,
  workbooks,
  quality,
  students,
  issueList,
  issueDecisions,
  issues,
  notes,
  signedForms,
  notices,
  mails,
  reports,
  additionalReports,
  histories,
  inspection,
  traffic,
  audit,
  management,
  providers,
  reminders,
  deliveries,
  jobs,
  impact,
  pseudonymisation,
  specifications,
  publishing,
  published,
  ruleSource,
  suppliers,
  supportSessions,
  validation,
}

type Named<Module> = { [Name in keyof Module]: Module[Name] extends Call ? Name : never }[keyof Module]
type ChangingIn<Module> = {
  [Name in Named<Module>]: Module[Name] extends { method: 'GET' } ? never : Name
}[Named<Module>]
type Modules = typeof modules

/** Names of the calls that are no GET: those that may change something. */
export type ChangingCall = { [Group in keyof Modules]: ChangingIn<Modules[Group]> }[keyof Modules]

/** Every call of the API with the name and the group under which it is described. */
export const allCalls = (): { name: string; group: string; call: Call }[] =>
  Object.entries(modules).flatMap(([group, module]) =>
    Object.entries(module)
      .filter((entry): entry is [string, Call] => isCall(entry[1]))
      .map(([name, call]) => ({ name, group, call })),
  )

type JsonSchema = ExampleSchema & { required?: string[] }

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema

/** Calls whose body is a file compare it with the digest that it is sent with. */
const digestHeader = {
  name: 'Repr-Digest',
  in: 'header',
  required: false,
  description:
    'SHA-256 of the file (RFC 9530). A file that arrives with another hash is refused with 503: send it again.',
  schema: { type: 'string' },
  example: 'sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:',
}

const parametersOf = ({ path, query, takes }: Call) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: exampleOf({ type: 'string' }, name),
  }))
  const described = query ? schemaOf(query, 'input') : undefined
  const inQuery = Object.entries(described?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: described?.required?.includes(name) ?? false,
    schema,
    example: exampleOf(schema, name, described?.$defs),
  }))
  return [...inPath, ...inQuery, ...(takes?.startsWith('application/') ? [digestHeader] : [])]
}

const problemResponse = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** Content of a body with its schema and an example of it. */
const contentOf = (schema: JsonSchema) => ({ schema, example: exampleOf(schema) })

const answerOf = ({ response, produces = [], status }: Call) => {
  const content = {
    ...(response ? { 'application/json': contentOf(schemaOf(response, 'output')) } : {}),
    ...Object.fromEntries(produces.map(type => [type, { schema: { type: 'string' } }])),
  }
  return Object.keys(content).length > 0
    ? { [status ?? 200]: { description: 'Done.', content } }
    : { [status ?? 204]: { description: status === 202 ? 'Taken on.' : 'Done.' } }
}

/** What a call is made with: nothing, a person's token, or also an API key, whose scopes that allow it are named. */
const securityOf = ({ permission, isForAnyKey }: Call): Record<string, string[]>[] => {
  if (permission === 'public') return []
  // Without signing in only where the installation says so.
  if (permission === 'published' || permission === 'validate')
    return [{ token: [] }, ...(isForAnyKey ? [{ apiKey: [...keyScopes] }] : []), {}]
  const needed = permission === 'signed-in' ? [] : [permission].flat()
  const scopes = keyScopes.filter(scope => needed.some(one => isInScope([scope], one)))
  return [{ token: [] }, ...(scopes.length > 0 ? [{ apiKey: scopes }] : [])]
}

const mayAnyOf = (organisationType: OrganisationType, permission: Permission): boolean =>
  [[], ...rolesByOrganisationType[organisationType].map(role => [role])].some(roles =>
    [false, true].some(isPrimaryRegulator =>
      isPermitted({ organisationType, roles, isPrimaryRegulator }, permission),
    ),
  )

/** Types of users by which the calls are grouped, each with what it means. */
const userGroups = {
  'API keys': 'Calls that an API key opens, with one of the scopes that its security names.',
  Providers: "Calls of a provider's people.",
  Agency: "Calls of the agency's people.",
  Regulators: 'Calls of regulators and other statutory customers.',
  Everybody: 'Calls of everybody who is signed in, and those that need no sign-in.',
} as const
type UserGroup = keyof typeof userGroups

const groupOf: Readonly<Record<OrganisationType, UserGroup>> = {
  provider: 'Providers',
  agency: 'Agency',
  statutory_customer: 'Regulators',
}

/** Who can make a call. One that several types of users can make is in the group of each. */
const usersOf = (call: Call): UserGroup[] => {
  const { permission } = call
  const keys = securityOf(call).some(scheme => 'apiKey' in scheme) ? (['API keys'] as const) : []
  if (
    permission === 'public' ||
    permission === 'published' ||
    permission === 'validate' ||
    permission === 'signed-in'
  )
    return [...keys, 'Everybody']
  const needed = [permission].flat()
  const types = organisationTypes.filter(type => needed.some(one => mayAnyOf(type, one)))
  return [...keys, ...types.map(type => groupOf[type])]
}

/** A body that is a file, or a form of files. */
const fileSchema = ({ files }: Call) =>
  files
    ? {
        type: 'object',
        properties: Object.fromEntries(
          files.map(name => [name, { type: 'array', items: { type: 'string', format: 'binary' } }]),
        ),
      }
    : { type: 'string', format: 'binary' }

const operationOf = (name: string, group: string, call: Call) => ({
  operationId: name,
  tags: usersOf(call),
  'x-area': group,
  summary: call.summary,
  description: `Needs: ${typeof call.permission === 'string' ? call.permission : call.permission.join(' or ')}.`,
  security: securityOf(call),
  parameters: parametersOf(call),
  ...(call.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': contentOf(schemaOf(call.body, 'input')) },
        },
      }
    : {}),
  ...(call.takes
    ? {
        requestBody: {
          required: true,
          content: { [call.takes]: { schema: fileSchema(call) } },
        },
      }
    : {}),
  responses: {
    ...answerOf(call),
    401: problemResponse('Not signed in.'),
    403: problemResponse('No valid role.'),
    404: problemResponse('There is no such thing, or it belongs to another organisation.'),
    409: problemResponse('The lifecycle does not allow it now; the detail says why.'),
    422: problemResponse('Not valid; the fields are named.'),
    429: problemResponse('Too many requests; Retry-After says for how many seconds to wait.'),
  },
})

/** Schemas that bring definitions of their own along share them under `components`, where a reference finds them. */
const withSharedSchemas = <D extends { components: { schemas: Record<string, unknown> } }>(written: D): D => {
  const shared: Record<string, unknown> = {}
  const document: D = JSON.parse(JSON.stringify(written), (_, value: unknown) => {
    if (typeof value === 'string') return value.replace(/^#\/\$defs\//, '#/components/schemas/')
    if (typeof value !== 'object' || value === null || !('$defs' in value)) return value
    const { $defs, ...rest } = value
    Object.assign(shared, $defs)
    return rest
  })
  Object.assign(document.components.schemas, shared)
  return document
}

/** The OpenAPI 3.1 document of the API below an address, printed from the calls. */
export const openApiDocument = (base = '/api') => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, group, call } of allCalls()) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, group, call) }
  }
  return withSharedSchemas({
    openapi: '3.1.0',
    info: {
      title: `${product.name} API`,
      version: '1.0.0',
      description:
        'Calls of the portal, grouped by who can make them. Errors are RFC 9457 problem documents.',
    },
    servers: [{ url: base }],
    tags: Object.entries(userGroups).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: "An API key of a provider, for its software or its supplier's.",
        },
      },
      schemas: { Problem: schemaOf(problemDocument, 'output') },
    },
    paths,
  })
}

/** The document as it is sent. To print it takes a quarter of a second. */
const printed = async (base?: string): Promise<Buffer> => Buffer.from(JSON.stringify(openApiDocument(base)))

/** Serves the document. */
export const openApi = (app: FastifyInstance): void => {
  const { config, publicUrl } = app.bedel
  const base = `${config.metrics ? publicUrl : publicPath(publicUrl)}/api`
  servePacked(app, { path: '/openapi.json', type: 'application/json; charset=utf-8' }, () => printed(base))
}

/** Serves the JSON Schemas of the files of a ruleset, which editors read (decisions §17). */
export const rulesetSchemaDocuments = (app: FastifyInstance): void => {
  for (const name of Object.keys(rulesetSchemas))
    servePacked(app, { path: `/schemas/${name}.json`, type: 'application/schema+json' }, async () =>
      Buffer.from(schemaDocument(name) ?? ''),
    )
}

/** Sends the document as a file: it names the portal's address, because a file has none. */
export const openApiFile = (publicUrl: string) => packed(openApiType, () => printed(`${publicUrl}/api`))
