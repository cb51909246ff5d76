import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { BulkJobs } from '../bulk/index.ts'
import type { Collections } from '../collections/index.ts'
import type { Server } from '../context.ts'
import type { Deliveries, DeliveryConfigurations } from '../delivery/index.ts'
import type { Issues, Raising } from '../issues/index.ts'
import type { JobQueue } from '../jobs/index.ts'
import type { Readings, SpecificationStore } from '../pipeline/index.ts'
import type { Providers } from '../providers/index.ts'
import type { PseudonymisationTasks } from '../pseudonymisation/index.ts'
import { publicPath } from '../publicPath.ts'
import type { Publishing, RuleEditing } from '../publishing/index.ts'
import { type Content, createHeldContents, type Specifications } from '../specifications/index.ts'
import type { PortalFiles } from '../storage/index.ts'
import type { SupportSessions } from '../support/index.ts'
import type { Validation } from '../validation/index.ts'
import type { Webhooks } from '../webhooks/index.ts'
import { connectionOptions, refuseBadHeaders, watchConnections } from './connection.ts'
import { cspReports } from './csp.ts'
import { health } from './health.ts'
import { help } from './help.ts'
import { parseJson } from './json.ts'
import { limits } from './limits.ts'
import { rulesetSchemaDocuments } from './openapi.ts'
import { operations } from './operations.ts'
import { problems } from './problems.ts'
import { requestLog } from './requestLog.ts'
import { activityLogRoutes } from './routes/activityLog.ts'
import { auditRoutes } from './routes/audit.ts'
import { checkSchemaRoutes } from './routes/checkSchemas.ts'
import { collectionOverviewRoutes } from './routes/collectionOverview.ts'
import { collectionRoutes } from './routes/collections.ts'
import { contentRoutes } from './routes/content.ts'
import { costCentreRoutes } from './routes/costCentres.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { deliveryConfigurationRoutes } from './routes/deliveryConfigurations.ts'
import { identityRoutes } from './routes/identity.ts'
import { impactRoutes } from './routes/impact.ts'
import { jobRoutes } from './routes/jobs.ts'
import { managementRoutes } from './routes/management.ts'
import { monitoringRoutes } from './routes/monitoredRows.ts'
import { outputRoutes } from './routes/outputs.ts'
import { processingRoutes } from './routes/processing.ts'
import { providerOverviewRoutes } from './routes/providerOverview.ts'
import { providerRoutes } from './routes/providers.ts'
import { pseudonymisationRoutes } from './routes/pseudonymisation.ts'
import { publishedRoutes } from './routes/published.ts'
import { publishingRoutes } from './routes/publishing.ts'
import { ruleSourceRoutes } from './routes/ruleSource.ts'
import { searchRoutes } from './routes/search.ts'
import { sectorRoutes } from './routes/sector.ts'
import { specificationRoutes } from './routes/specifications.ts'
import { supplierRoutes } from './routes/suppliers.ts'
import { supportSessionRoutes } from './routes/supportSessions.ts'
import { taskRoutes } from './routes/tasks.ts'
import { trafficRoutes } from './routes/traffic.ts'
import { validationRoutes } from './routes/validation.ts'
import { portalHeaders } from './securityHeaders.ts'
import { staticFiles } from './static.ts'

const bodyLimit = 1024 * 1024

/** Answers of the API, and the script of its description, are compressed as they are sent where that saves a packet. */
const compression = {
  encodings: ['br' as const, 'gzip' as const],
  customTypes: /^application\/(?:(?:problem\+)?json|javascript)/,
  threshold: 1024,
  // At once, up to the rows of five hundred providers: that takes one to six milliseconds, as pieces of a stream twice as long.
  syncThreshold: 512 * 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  // A third of the time of zlib's own level, for a quarter more bytes: over HTTPS browsers take brotli, which is smaller.
  zlibOptions: { level: 3 },
}

/** The HTTP application: hooks first, then the routes of the API, the identity provider and the built portal. */
export const createApp = async (
  server: Server & {
    reader: Readings
    specifications: SpecificationStore
    issues: Issues
    raising: Raising
    queue: JobQueue
    collections: Collections
    providers: Providers
    jobs: BulkJobs
    pseudonymisation: PseudonymisationTasks
    deliveries: Deliveries
    deliveryConfigurations: DeliveryConfigurations
    configuration: Specifications
    content: Content
    publishing: Publishing
    ruleEditing: RuleEditing
    validation: Validation
    webhooks: Webhooks
    supportSessions: SupportSessions
    portalFiles?: PortalFiles
  },
): Promise<FastifyInstance> => {
  const base = publicPath(server.publicUrl)
  const app: FastifyInstance = fastify({
    loggerInstance: server.log as FastifyBaseLogger,
    bodyLimit,
    ...connectionOptions(server.config.requestSeconds),
    routerOptions: { maxParamLength: 300 },
    // A proxy may take the path of the public address off, or leave it.
    rewriteUrl: ({ url = '/' }) =>
      base !== '' && (url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`))
        ? url.slice(base.length).replace(/^(?!\/)/, '/')
        : url,
    trustProxy: server.config.trustProxy ?? false,
    genReqId: () => crypto.randomUUID(),
    logController: requestLog,
  })
  app.decorate('bedel', server)
  if (server.publicUrl.startsWith('https:') && !server.config.trustProxy)
    server.log.warn('TRUST_PROXY is not set: behind a proxy, limits by address count everybody as one')
  watchConnections(app, server.config.requestSeconds)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => parseJson(text),
  )

  portalHeaders(app, server)
  refuseBadHeaders(app)
  await limits(app, server.config.callsPerMinute)
  await app.register(compress, compression)
  problems(app)

  app.addHook('onResponse', (request, reply, done) => {
    server.metrics.requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })

  health(app)
  await cspReports(app)
  if (server.config.areOperationsOpen) await operations(app)
  rulesetSchemaDocuments(app)
  identityRoutes(app, server)
  collectionRoutes(app, server)
  monitoringRoutes(app, server)
  collectionOverviewRoutes(app, server)
  activityLogRoutes(app, server)
  taskRoutes(app, server)
  providerOverviewRoutes(app, server)
  trafficRoutes(app, server)
  auditRoutes(app, server)
  managementRoutes(app, server)
  providerRoutes(app, server)
  jobRoutes(app, server)
  impactRoutes(app, server)
  costCentreRoutes(app, server)
  outputRoutes(app, server)
  pseudonymisationRoutes(app, server)
  deliveryConfigurationRoutes(app, server)
  deliveryRoutes(app, server)
  sectorRoutes(app, server)
  specificationRoutes(app, server)
  contentRoutes(app, server)
  await publishingRoutes(app, server)
  const held = createHeldContents(server.specifications)
  publishedRoutes(app, { ...server, held })
  checkSchemaRoutes(app, server)
  searchRoutes(app, { ...server, store: server.storage, held })
  ruleSourceRoutes(app, server)
  supportSessionRoutes(app, server.supportSessions)
  supplierRoutes(app, { keys: server.identity.keys, webhooks: server.webhooks })
  await validationRoutes(app, server.validation)
  await processingRoutes(app, server)
  await server.identity.mount(app)
  await help(app, server.publicUrl)
  await staticFiles(app, server.publicUrl, server.portalFiles)
  return app
}
