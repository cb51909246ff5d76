import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { listCheckSchemas } from '../../src/domain/wire/validation.ts'
import type { Server } from '../context.ts'
import { publicPath } from '../publicPath.ts'
import { parseJson } from './json.ts'

/** Path of the route for reports of violations. */
const reportRoute = '/api/csp-reports'
/** Where browsers report violations. */
export const reportPath = (publicUrl: string): string => publicPath(publicUrl) + reportRoute

const reportGroup = 'violations'

/**
 * The header that declares the endpoint of `report-to`. A browser that knows `report-to` ignores `report-uri` beside it, but accepts
 * endpoints from https alone: without TLS its reports would be lost, so such a portal sends `report-uri` only.
 */
export const reportingEndpoints = (publicUrl: string): string | undefined =>
  publicUrl.startsWith('https:') ? `${reportGroup}="${reportPath(publicUrl)}"` : undefined

/** The `event` of a report's line in the log. */
export const reportEvent = 'csp-report'

const longestReport = 16 * 1024
/** Reports of one request that are read; a page that breaks its policy does so again and again. */
const mostReports = 10
const longestText = 200

/** A part of a directive, or what gives it when a page is asked for. */
type Source = string | (() => string)

/** Origins that the page may talk to besides its own: the store and the issuer of an installation at scale. */
const foreignOrigins = ({ config }: Pick<Server, 'config'>): string[] =>
  [config.s3?.endpoint, config.oidc.issuer]
    .filter(address => address !== undefined)
    .map(address => new URL(address).origin)

/** What of the server the policy of its pages depends on. */
export interface PolicySource extends Pick<Server, 'config' | 'publicUrl'> {
  identity: Pick<Server['identity'], 'issuerOrigins'>
}

/** What every page of the portal may load, and what it may do with text. */
const pageSources = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  // The worker that checks files.
  workerSrc: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  // The policies of the pages: the file check's worker (src/services/scriptAddress.ts), and no markup but an
  // empty one (src/ui/strictCsp.ts).
  trustedTypes: ['scripts', 'default'],
}

/** The policy of the portal's pages: nothing but what they need, and no text becomes script or markup. */
export const portalPolicy = (server: PolicySource): Record<string, Source[]> => {
  const foreign = foreignOrigins(server)
  return {
    ...pageSources,
    // An issuer may give its tokens at another origin than its own (OpenID Connect Discovery).
    connectSrc: [
      "'self'",
      new URL(server.publicUrl).origin.replace(/^http/, 'ws'),
      ...foreign,
      () => server.identity.issuerOrigins().join(' '),
    ],
    formAction: ["'self'", ...foreign],
    reportUri: [reportPath(server.publicUrl)],
    ...(reportingEndpoints(server.publicUrl) && { reportTo: [reportGroup] }),
  }
}

/** Calls that read the schemas which the page /validate offers, as sources of a policy: the list, and what is below it. */
const checkSchemaSources = ({ publicUrl }: Pick<PolicySource, 'publicUrl'>): string[] => {
  const address = `${new URL(publicUrl).origin}${publicPath(publicUrl)}/api${listCheckSchemas.path}`
  return [address, `${address}/`]
}

/**
 * The policy of the page /validate, which checks files that must not leave the browser: it can only read the schemas that it
 * offers. It sends no form and no report.
 */
export const validatePolicy = (server: Pick<PolicySource, 'publicUrl'>): Record<string, Source[]> => ({
  ...pageSources,
  connectSrc: checkSchemaSources(server),
  formAction: ["'none'"],
})

/**
 * The policy of the documents below /help/: nothing but their own files. Vue makes markup of the pages' own text by a policy named
 * after it.
 */
export const helpPolicy = ({ publicUrl }: Pick<PolicySource, 'publicUrl'>): Record<string, Source[]> => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  // The list of pages that VitePress reads again when a file is missing.
  connectSrc: ["'self'"],
  formAction: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['vue'],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  reportUri: [reportPath(publicUrl)],
  ...(reportingEndpoints(publicUrl) && { reportTo: [reportGroup] }),
})

/** The policy of workers: they are given what they work on, and load only their own code. */
export const workerPolicy: Record<string, Source[]> = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
}

/** What may be done with an answer that a browser is made to show as a page: nothing (OWASP, REST Security Cheat Sheet). */
export const answerPolicy = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }

interface Report {
  directive: string
  blocked: string
  page: string
  source: string
}

const text = z.prefault(z.string(), '')

/** A report as `report-uri` sends it. */
const oldReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
})

/** Reports as the Reporting API sends them. */
const newReports = z.array(
  z.object({
    type: z.string(),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sourceFile: text }),
  }),
)

const reportsOf = (body: unknown): Report[] => {
  const old = z.safeParse(oldReport, body)
  if (old.success) {
    const report = old.data['csp-report']
    return [
      {
        directive: report['effective-directive'] || report['violated-directive'],
        blocked: report['blocked-uri'],
        page: report['document-uri'],
        source: report['source-file'],
      },
    ]
  }
  const parsed = z.safeParse(newReports, body)
  if (!parsed.success) return []
  return parsed.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, mostReports)
    .map(({ body: report }) => ({
      directive: report.effectiveDirective,
      blocked: report.blockedURL,
      page: report.documentURL,
      source: report.sourceFile,
    }))
}

/**
 * An address without its query and fragment, which may hold a token, and without the student that it names; any text, cut to a
 * length fit for a log.
 */
const plain = (value: string): string =>
  (value.split(/[?#]/)[0] ?? '').replace(/(\/students\/)[^/]+/g, '$1…').slice(0, longestText)

const directives =
  /^(?:[a-z]+-){1,3}(?:src|elem|attr|action|ancestors|uri|for|types)$|^(?:trusted-types|sandbox)$/

/** Takes the reports of browsers: bounded, limited by address, logged and counted. What is not a report is ignored. */
export const cspReports = async (app: FastifyInstance): Promise<void> => {
  const { metrics } = app.bedel
  await app.register(async scope => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: longestReport },
      async (_request: FastifyRequest, body: string) => parseJson(body),
    )
    scope.post(reportRoute, { config: { limit: 'report' } }, async (request, reply) => {
      for (const report of reportsOf(request.body)) {
        const directive = report.directive.split(' ')[0] ?? ''
        metrics.cspReports.inc({ directive: directives.test(directive) ? directive : 'other' })
        request.log.warn(
          {
            event: reportEvent,
            directive: plain(directive),
            blocked: plain(report.blocked),
            page: plain(report.page),
            source: plain(report.source),
          },
          'a page was kept from breaking its content security policy',
        )
      }
      return reply.code(204).send()
    })
  })
}
