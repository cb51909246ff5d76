import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, relative, resolve } from 'node:path'
import * as z from 'zod'
import { limits } from '../src/domain/limits.ts'
import { organisationTypes } from '../src/domain/organisation.ts'
import { productKeyForm, productNameForm } from '../src/domain/product.ts'
import { type CallsPerMinute, type Cost, callsPerMinute } from './http/costs.ts'
import { OperatorFault } from './operatorFault.ts'

/**
 * Everything that can be set, parsed once (decisions §9). A value that is missing or wrong refuses the start, naming
 * the variable, what is wrong with it and what is allowed.
 */
const oneOf = <const V extends readonly [string, ...string[]]>(...values: V) =>
  z.enum(values, `must be one of ${values.join(', ')}`)
const flag = oneOf('true', 'false', '1', '0').transform(text => text === 'true' || text === '1')
const wholeNumber = (minimum: number, maximum: number) => {
  const allowed = `must be a whole number from ${minimum} to ${maximum}`
  return z
    .string()
    .regex(/^\d+$/, allowed)
    .transform(Number)
    .pipe(z.number().min(minimum, allowed).max(maximum, allowed))
}
const url = (...protocols: string[]) =>
  z.string().refine(
    // `URL` also reads `smtp:host`, which names no host.
    text => protocols.some(name => text.toLowerCase().startsWith(`${name}://`)) && URL.canParse(text),
    `must be an address that begins with ${protocols.map(name => `${name}://`).join(' or ')}`,
  )
/** The address of a service: nothing may follow its path, and credentials have separate settings. */
const serviceUrl = url('http', 'https').refine(text => {
  const parsed = URL.parse(text)
  return parsed === null || parsed.href === parsed.origin + parsed.pathname
}, 'must be an address without user, query and fragment')

/** The first host of several is enough: the driver reads the rest. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i
const host = z
  .string()
  .refine(text => isIP(text) > 0 || hostName.test(text), 'must be an IP address or the name of a host')

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true
const folder = z.string().refine(isFolder, 'must be a folder, but there is a file')

/** What can be sent in a header or an address as it is. */
const printable = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII characters without spaces')

const mailAddress = String.raw`[^\s@<>,;"]+@[^\s@<>,;"]+`

const claimName = z.string('must be the name of a claim').min(1, 'must be the name of a claim').optional()

/** Names of the claims that carry what the exchange reads (decisions §5). */
const claimsMap = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object' })
      return z.NEVER
    }
  })
  .pipe(
    z.strictObject(
      { name: claimName, email: claimName, organisations: claimName },
      'must be an object of name, email and organisations, each the name of a claim',
    ),
  )

const costs = Object.keys(callsPerMinute) as Cost[]

/** Pairs like `read=2400,write=600`; what is not named stays as it is. */
const limitsOfCalls = z.string().transform((text, context) => {
  const given = text.split(',').map(pair => /^\s*(\w+)=(\d{1,9})\s*$/.exec(pair))
  const pairs = given.flatMap(found =>
    found?.[1] && found[2] ? [[found[1], Number(found[2])] as const] : [],
  )
  if (
    pairs.length === given.length &&
    new Set(pairs.map(([name]) => name)).size === pairs.length &&
    pairs.every(([name, max]) => max > 0 && costs.some(cost => cost === name))
  )
    return { ...callsPerMinute, ...(Object.fromEntries(pairs) as Partial<CallsPerMinute>) }
  context.addIssue({
    code: 'custom',
    message: `must be pairs like read=2400,write=600, each of ${costs.join(', ')} at most once`,
  })
  return z.NEVER
})

const networkNames = ['loopback', 'linklocal', 'uniquelocal']
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (networkNames.includes(text)) return true
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
/** Addresses and networks of the proxies in front: from nobody else is a forwarded address believed. */
const proxies = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(
    parts => parts.every(isNetwork),
    `must be addresses or networks like 10.0.0.0/8, or ${networkNames.join(', ')}, with commas between them`,
  )

/**
 * What is asked for at sign-in: of the embedded provider what specification 1 §1 names; of an outside issuer what OpenID Connect
 * defines, for many refuse a scope that they do not know (RFC 6749 §4.1.2.1), and names of people belong to `profile`.
 */
const usualScopes = {
  embedded: 'openid email exchange:token offline_access',
  outside: 'openid profile email offline_access',
} as const

/** Types of organisation that have their own name on the wire, where the agency has the product's. */
const takenKeys = organisationTypes.filter(type => type !== 'agency')

const variables = z.object({
  NODE_ENV: oneOf('production', 'development', 'test').default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: host.default('127.0.0.1'),
  PUBLIC_URL: serviceUrl.optional(),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  TRUST_PROXY: proxies.optional(),
  CALLS_PER_MINUTE: limitsOfCalls.default(callsPerMinute),
  REQUEST_TIMEOUT_SECONDS: wholeNumber(1, 600).default(10),
  DATA_DIR: folder.default('./data'),
  ROLE: oneOf('all', 'api', 'worker').default('all'),
  KEYS_DIR: folder.optional(),
  AUDIT_CHECKPOINTS_DIR: folder.optional(),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  MIGRATION_DATABASE_URL: url('postgres', 'postgresql').optional(),
  LISTEN_DATABASE_URL: url('postgres', 'postgresql').optional(),
  S3_ENDPOINT: serviceUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be 3 to 63 small letters, digits, dots and hyphens, with a letter or digit at both ends',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'must be letters, digits and hyphens, like eu-west-2')
    .default('us-east-1'),
  OIDC_ISSUER: serviceUrl.optional(),
  OIDC_CLIENT_ID: printable.default('bedel-portal'),
  OIDC_SCOPES: z
    .string()
    .refine(
      // RFC 6749 §3.3; OpenID Connect Core §3.1.2.1.
      text =>
        text.split(' ').includes('openid') && text.split(' ').every(scope => /^[!#-[\]-~]+$/.test(scope)),
      'must be scopes with one space between them, openid among them',
    )
    .optional(),
  OIDC_CLAIMS: claimsMap.default({}),
  API_TOKEN_SECONDS: wholeNumber(5, 540).default(540),
  BACKUP_TO: folder.optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in London, like 02:30')
    .optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).optional(),
  KEEP_SUPERSEDED_DAYS: wholeNumber(1, 3650).optional(),
  DEMO: flag.optional(),
  DEMO_DATA: flag.optional(),
  PUBLIC_SPECIFICATION: flag.default(false),
  PUBLIC_VALIDATE: flag.optional(),
  DEMO_PROVIDERS: wholeNumber(0, 5000).default(0),
  UPLOAD_MAX_BYTES: wholeNumber(1, 1024 ** 4).default(limits.uploadBytes),
  UPLOAD_AT_ONCE_BYTES: wholeNumber(65_536, 1024 ** 4).default(limits.uploadAtOnceBytes),
  DISK_RESERVE_MB: wholeNumber(0, 1_048_576).default(256),
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  UPLOAD_EXPIRES_SECONDS: wholeNumber(5, 86_400).default(3600),
  UPLOAD_PARTS_EXPIRE_SECONDS: wholeNumber(60, 30 * 86_400).default(3 * 86_400),
  ANALYSIS_CACHE_BYTES: wholeNumber(0, 1024 ** 5).optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 64).default(1),
  WORKER_MEMORY_MB: wholeNumber(128, 1_048_576).default(128),
  WORKER_THREADS: wholeNumber(1, 256).default(2),
  ISSUES_URL: serviceUrl.optional(),
  ISSUES_TOKEN: printable.optional(),
  ISSUES_PROJECT: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/, 'must be the key of a project, like QA')
    .optional(),
  WEBHOOKS_PRIVATE_NETWORKS: flag.default(false),
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      new RegExp(`^(${mailAddress}|[^\\r\\n<>@]* ?<${mailAddress}>)$`),
      'must be an e-mail address, with a name before it or without',
    )
    .optional(),
  // Read where they are used (`src/domain/product.ts`), in the browser too.
  PRODUCT_NAME: z
    .string()
    .regex(productNameForm, 'must be 1 to 40 characters without control characters, <, >, & and "')
    .optional(),
  PRODUCT_KEY: z
    .string()
    .regex(productKeyForm, 'must be 2 to 31 small letters and digits, a letter first')
    .refine(key => !takenKeys.some(type => type === key), `must not be one of ${takenKeys.join(', ')}`)
    .optional(),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').optional(),
})

export interface Config {
  environment: 'production' | 'development' | 'test'
  port: number
  host: string
  /** Address under which people reach the portal; without it, host and port. */
  publicUrl: string | undefined
  /**
   * Where figures are served, and the description of the API or, by a worker, its health. Without it a worker serves them
   * nowhere, nor does an API process in production.
   */
  metrics: { host: string; port: number } | undefined
  /** Whether an API process serves them where the portal is, to whoever reaches it: never in production. */
  areOperationsOpen: boolean
  /** Proxies whose word for the caller's address counts; without any, the address is that of the connection. */
  trustProxy: string[] | undefined
  callsPerMinute: CallsPerMinute
  /** Within so many seconds the headers of a request have to arrive, and after them its body. */
  requestSeconds: number
  dataDir: string
  /** Keys that are no part of the database; the same in every process of an installation. */
  keysDir: string
  /** The Jira that takes the issues in; without it the portal is their register. */
  issueTracker: { url: string; token: string; project: string } | undefined
  /** Whether the specification can be read without signing in. */
  publicSpecification: boolean
  /** Whether people can check a file at /validate without signing in. */
  publicValidate: boolean
  /** Whether webhooks may lead into private networks, and without encryption: for demonstrations and tests. */
  webhooksPrivate: boolean
  /** Where notices go out as e-mail; without it the demonstration shows them. */
  mail: { url: string; from: string } | undefined
  /** A second place for the checkpoints of the audit. */
  auditCheckpointsDir: string | undefined
  /** Folder of the backups, whose age is a metric; with a time of day the server takes them itself. */
  backup: { to: string; at: string | undefined; keep: number } | undefined
  /** Days after which the content of a superseded upload is removed; without, when its collection has been archived. */
  keepSupersededDays: number | undefined
  role: 'all' | 'api' | 'worker'
  databaseUrl: string | undefined
  /** The database as the owner of its tables, whom the server cannot become; only migrations use it. */
  migrationDatabaseUrl: string | undefined
  /** The database past any pooler, for the queue and for who listens; without it the address above is such a one. */
  listenDatabaseUrl: string | undefined
  s3: { endpoint: string; bucket: string; region: string } | undefined
  oidc: {
    issuer: string | undefined
    clientId: string
    scopes: string
    claims: { name: string; email: string; organisations: string }
    /** How long a token of the API counts; clocks may differ by a minute, and ten minutes are the most. */
    tokenSeconds: number
  }
  /** Demonstration organisations and users, embedded identity provider. */
  demo: boolean
  /** Demonstration submissions, made by running files through the system. */
  demoData: boolean
  demoProviders: number
  uploadMaxBytes: number
  /** Files over this size come in parts, of which none is larger. */
  uploadAtOnceBytes: number
  uploadExpiresSeconds: number
  /** The same for a file that is sent in parts: over a closed laptop, and a weekend. */
  uploadPartsExpireSeconds: number
  /** Bytes that have to stay free on the disk of the data folder. */
  diskReserveBytes: number
  /** Time between the end of readiness and the end of serving, for who shares visitors out to notice. */
  drainMs: number
  /** Bytes of analysis data that are kept on this machine; the rest is fetched from the object store when it is wanted. */
  analysisCacheBytes: number
  worker: { concurrency: number; memoryMb: number; threads: number }
  logLevel: string
}

/** A start that the configuration refuses. The message names each variable at fault. */
export class ConfigError extends OperatorFault {
  override readonly name = 'ConfigError'
}

/** Whether a value may hold a password: it goes into no message. */
const isSecret = (name: string, value = ''): boolean => /URL|TOKEN$/.test(name) || /:\/\/[^/]*@/.test(value)

const together = (environment: Record<string, string | undefined>, names: string[]): string[] => {
  const missing = names.filter(name => !environment[name])
  return missing.length === 0 || missing.length === names.length
    ? []
    : [`${missing.join(', ')}: missing; ${names.join(', ')} are needed together`]
}

/** What is said where the first of two variables is set without the second. */
const needs = (environment: Record<string, string | undefined>, name: string, other: string): string[] =>
  environment[name] && !environment[other] ? [`${other}: missing; ${name} needs it`] : []

const isOn = (value = 'false'): boolean => !['false', '0'].includes(value)

const hasDemonstration = ({ NODE_ENV, OIDC_ISSUER, DEMO }: Record<string, string | undefined>): boolean =>
  DEMO === undefined ? NODE_ENV !== 'production' && OIDC_ISSUER === undefined : isOn(DEMO)

/**
 * Organisations, people and files that are made up have no place in an installation that real people sign in to (decisions
 * §5): each variable that asks for them beside a real issuer in production, or without the demonstration.
 */
const demonstrationFaults = (environment: Record<string, string | undefined>): string[] => {
  const asking = ['DEMO', 'DEMO_DATA', 'DEMO_PROVIDERS'].filter(name => isOn(environment[name]))
  if (environment.NODE_ENV === 'production' && environment.OIDC_ISSUER)
    return asking.map(
      name =>
        `${name}: must not be set in production beside OIDC_ISSUER; the demonstration would add organisations, people and submissions that are made up`,
    )
  if (hasDemonstration(environment)) return []
  return [
    ...(environment.OIDC_ISSUER
      ? []
      : [
          'OIDC_ISSUER: missing; the embedded identity provider lets anybody in and starts in production only with DEMO=true',
        ]),
    ...asking.map(name => `${name}: needs DEMO=true`),
  ]
}

/** Whether a folder is another one, or below it. */
const isWithin = (path: string, folderPath: string): boolean => !relative(folderPath, path).startsWith('..')

/** An installation on engines is backed up by their own programs, and no backup copies itself. */
const backupFaults = (environment: Record<string, string | undefined>): string[] => {
  const { BACKUP_TO, BACKUP_AT, DATABASE_URL, S3_ENDPOINT, DATA_DIR = './data' } = environment
  return [
    ...needs(environment, 'BACKUP_AT', 'BACKUP_TO'),
    ...needs(environment, 'BACKUP_KEEP', 'BACKUP_AT'),
    ...(BACKUP_AT && (DATABASE_URL || S3_ENDPOINT)
      ? [
          'BACKUP_AT: must not be set beside DATABASE_URL or S3_ENDPOINT, which have backups of their own: see docs/operate/backup.md',
        ]
      : []),
    ...(BACKUP_TO && isWithin(resolve(BACKUP_TO), resolve(DATA_DIR))
      ? ['BACKUP_TO: must be outside DATA_DIR']
      : []),
  ]
}

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(variables.shape)

/** What the program knows about a setting: for the page of settings, which `npm run settings` writes. */
export interface SettingForm {
  /** The value if it is not set; undefined if there is none, or if it follows from other settings. */
  standard: unknown
  /** What the refusal of a wrong value says is allowed; undefined if every value is. */
  allowed: string | undefined
}

/** The default of a setting and the values that it allows, from the schema that reads it. Throws an error for an unknown name. */
export const settingForm = (name: string): SettingForm => {
  const schema: z.ZodType | undefined = variables.shape[name as keyof typeof variables.shape]
  if (schema === undefined) throw new Error(`${name} is not a setting.`)
  return {
    standard: schema.safeParse(undefined).data,
    // No setting but the name of a folder can be a line break.
    allowed: schema.safeParse('\n').error?.issues[0]?.message.replace(/^must be /, ''),
  }
}

const familyOf = (name: string): string => name.split('_', 1)[0] ?? ''
// Node itself has many variables.
const families = new Set(settingNames.filter(name => name.includes('_')).map(familyOf)).difference(
  new Set(['NODE']),
)

/** A line for each variable that looks like a setting and is none, with the settings of its family. */
export const unknownSettings = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment)
    .filter(name => name.includes('_') && families.has(familyOf(name)) && !settingNames.includes(name))
    .map(name => {
      const family = settingNames.filter(known => known.startsWith(`${familyOf(name)}_`))
      return `${name} is not a setting. Did you mean ${family.join(' or ')}?`
    })

/** A line for each address with an unescaped @ in its credentials: programs differ in where they take the host to begin. */
export const unescapedSettings = (environment: Record<string, string | undefined>): string[] =>
  settingNames
    .filter(name => /^[a-z]+:\/\/[^/?#]*@[^/?#]*@/i.test(environment[name] ?? ''))
    .map(name => `${name} has an unescaped @ in its user name or password: write %40.`)

/** The configuration from environment variables. Throws ConfigError with a line for each variable at fault. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(given)
  const faults = [
    ...(parsed.success
      ? []
      : parsed.error.issues.map(issue => {
          const name = issue.path.map(String).join('.')
          return `${name}: ${issue.message} (it is "${isSecret(name, given[name]) ? '…' : (given[name] ?? '')}")`
        })),
    ...together(given, ['S3_ENDPOINT', 'S3_BUCKET']),
    ...together(given, ['SMTP_URL', 'MAIL_FROM']),
    ...together(given, ['ISSUES_URL', 'ISSUES_TOKEN', 'ISSUES_PROJECT']),
    ...needs(given, 'METRICS_HOST', 'METRICS_PORT'),
    ...needs(given, 'LISTEN_DATABASE_URL', 'DATABASE_URL'),
    ...(given.METRICS_PORT && given.METRICS_PORT === (given.PORT ?? '3000')
      ? ['METRICS_PORT: must differ from PORT']
      : []),
    ...backupFaults(given),
    ...demonstrationFaults(given),
  ]
  if (faults.length > 0 || !parsed.success) {
    throw new ConfigError(`The configuration is not valid:\n${faults.map(fault => `  ${fault}`).join('\n')}`)
  }
  const values = parsed.data
  const demo = hasDemonstration(given)
  const dataDir = resolve(values.DATA_DIR)
  return {
    environment: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, ''),
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    areOperationsOpen: values.METRICS_PORT === undefined && values.NODE_ENV !== 'production',
    dataDir,
    keysDir: resolve(values.KEYS_DIR ?? join(dataDir, 'keys')),
    auditCheckpointsDir:
      values.AUDIT_CHECKPOINTS_DIR === undefined ? undefined : resolve(values.AUDIT_CHECKPOINTS_DIR),
    trustProxy: values.TRUST_PROXY,
    callsPerMinute: values.CALLS_PER_MINUTE,
    requestSeconds: values.REQUEST_TIMEOUT_SECONDS,
    backup:
      values.BACKUP_TO === undefined
        ? undefined
        : { to: resolve(values.BACKUP_TO), at: values.BACKUP_AT, keep: values.BACKUP_KEEP ?? 7 },
    keepSupersededDays: values.KEEP_SUPERSEDED_DAYS,
    role: values.ROLE,
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    listenDatabaseUrl: values.LISTEN_DATABASE_URL,
    s3:
      values.S3_ENDPOINT && values.S3_BUCKET
        ? { endpoint: values.S3_ENDPOINT, bucket: values.S3_BUCKET, region: values.S3_REGION }
        : undefined,
    issueTracker:
      values.ISSUES_URL && values.ISSUES_TOKEN && values.ISSUES_PROJECT
        ? {
            url: values.ISSUES_URL.replace(/\/$/, ''),
            token: values.ISSUES_TOKEN,
            project: values.ISSUES_PROJECT,
          }
        : undefined,
    publicSpecification: values.PUBLIC_SPECIFICATION,
    publicValidate: values.PUBLIC_VALIDATE ?? demo,
    webhooksPrivate: values.WEBHOOKS_PRIVATE_NETWORKS,
    mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    oidc: {
      issuer: values.OIDC_ISSUER,
      clientId: values.OIDC_CLIENT_ID,
      scopes: values.OIDC_SCOPES ?? usualScopes[values.OIDC_ISSUER ? 'outside' : 'embedded'],
      claims: {
        name: values.OIDC_CLAIMS.name ?? 'name',
        email: values.OIDC_CLAIMS.email ?? 'email',
        organisations: values.OIDC_CLAIMS.organisations ?? 'organisations',
      },
      tokenSeconds: values.API_TOKEN_SECONDS,
    },
    demo,
    demoData: values.DEMO_DATA ?? demo,
    demoProviders: values.DEMO_PROVIDERS,
    uploadMaxBytes: values.UPLOAD_MAX_BYTES,
    uploadAtOnceBytes: values.UPLOAD_AT_ONCE_BYTES,
    uploadExpiresSeconds: values.UPLOAD_EXPIRES_SECONDS,
    uploadPartsExpireSeconds: values.UPLOAD_PARTS_EXPIRE_SECONDS,
    diskReserveBytes: values.DISK_RESERVE_MB * 1024 ** 2,
    drainMs: values.DRAIN_SECONDS * 1000,
    // The folder store is on this machine itself, and gives its objects as fast as copies of them.
    analysisCacheBytes: values.ANALYSIS_CACHE_BYTES ?? (values.S3_ENDPOINT ? 1024 ** 3 : 0),
    worker: {
      concurrency: values.WORKER_CONCURRENCY,
      memoryMb: values.WORKER_MEMORY_MB,
      threads: values.WORKER_THREADS,
    },
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === 'production' ? 'info' : 'warn'),
  }
}
