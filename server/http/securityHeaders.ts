import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { screenAt } from '../../src/domain/routes.ts'
import {
  answerPolicy,
  helpPolicy,
  type PolicySource,
  portalPolicy,
  reportingEndpoints,
  validatePolicy,
  workerPolicy,
} from './csp.ts'

const year = 31_536_000

/**
 * Leaves out the headers that count with a document or a worker alone, but gives a policy of its own: half of a short answer would be
 * headers that concern only pages.
 */
const ofNoPage = {
  contentSecurityPolicy: { useDefaults: false, directives: answerPolicy },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** Abilities of a browser that no page uses. The pages only write to the clipboard, to copy identifiers and addresses. */
const unusedAbilities = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'web-share',
  'xr-spatial-tracking',
]

const permissionsPolicy = ['clipboard-write=(self)', ...unusedAbilities.map(name => `${name}=()`)].join(', ')

/** Headers that concern pages alone; the options of `helmet` are named after them. */
export const headersOfPages: readonly string[] = [
  ...Object.keys(ofNoPage).map(option => option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)),
  'permissions-policy',
  'reporting-endpoints',
]

/** Whether a built file is a worker, which gets its own policy: it does not inherit that of its page. */
export const isWorker = (path: string): boolean => path.includes('.worker-')

/** Whether a file is a part of a page, under whose headers it is: neither a document nor a worker. */
export const isPartOfPage = (path: string): boolean =>
  /\.(?:js|css|woff2)(?:\.br|\.gz)?$/.test(path) && !isWorker(path)

const ofReplies = (publicUrl: string) =>
  ({
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: year } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  }) as const

/**
 * Gives every reply the headers for its address. The functions of `helmet` are made once: its plugin for fastify makes them anew for each
 * request.
 */
const giveHeaders = (app: FastifyInstance, headersFor: (url: string) => ReturnType<typeof helmet>): void => {
  app.addHook('onRequest', async (request, reply) => {
    headersFor(request.url)(request.raw, reply.raw, () => undefined)
  })
}

/** What an address gives, by which its headers are chosen. */
const kindOf = (url: string): 'page' | 'validate' | 'help' | 'worker' | 'answer' => {
  if (url.startsWith('/api/')) return 'answer'
  const path = url.split('?')[0] ?? ''
  if (isWorker(path)) return 'worker'
  if (path.startsWith('/help/')) return 'help'
  return screenAt(path) === 'validate' ? 'validate' : 'page'
}

/** Security headers of the portal: its pages have the policy of pages, and answers of the API one of their own. */
export const portalHeaders = (app: FastifyInstance, server: PolicySource): void => {
  const shared = ofReplies(server.publicUrl)
  const withPolicy = (directives: ReturnType<typeof portalPolicy>) =>
    helmet({
      ...shared,
      contentSecurityPolicy: { useDefaults: false, directives },
      // The same as frame-ancestors says, for what reads only this one.
      xFrameOptions: { action: 'deny' },
    })
  const headers = {
    page: withPolicy(portalPolicy(server)),
    validate: withPolicy(validatePolicy(server)),
    help: withPolicy(helpPolicy(server)),
    worker: withPolicy(workerPolicy),
    answer: helmet({ ...shared, ...ofNoPage }),
  }
  const endpoints = reportingEndpoints(server.publicUrl)
  giveHeaders(app, url => headers[kindOf(url)])
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request.url)
    if (kind === 'answer') return
    reply.header('permissions-policy', permissionsPolicy)
    if (endpoints && (kind === 'page' || kind === 'help')) reply.header('reporting-endpoints', endpoints)
  })
}

/** Security headers of the address of operations, which is reached without TLS. */
export const operationsHeaders = (app: FastifyInstance): void => {
  const contentSecurityPolicy = { useDefaults: false, directives: answerPolicy } as const
  const ofAll = helmet({
    contentSecurityPolicy,
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
  giveHeaders(app, () => ofAll)
}
