import * as z from 'zod/mini'
import { demonstrationStates } from '../demonstration.ts'
import { organisationTypeByCode } from '../organisation.ts'
import type { UserPrincipal } from '../principal.ts'
import { call } from './call.ts'
import { instId, recordDescription, stream } from './common.ts'

/** What the browser has to know before anybody signs in. */
export const configuration = z.object({
  productName: z.string(),
  productKey: z.string(),
  isDemonstration: z.boolean(),
  /** Whether the page `/docs`, which describes the API, is served beside the portal. */
  areDocsServed: z.boolean(),
  uploadMaxBytes: z.number(),
  /** A file over this size is sent in parts. */
  uploadAtOnceBytes: z.number(),
  identity: z.object({ authority: z.string(), clientId: z.string(), scope: z.string() }),
})
export const getConfiguration = call({
  method: 'GET',
  path: '/configuration',
  summary: 'What the browser needs to know before sign-in.',
  permission: 'public',
  response: configuration,
})

/** How far the making of the demonstration data is. */
export const demonstrationProgress = z.object({
  state: z.enum(demonstrationStates),
  done: z.number(),
  total: z.number(),
  message: z.string(),
})
export const getDemonstrationProgress = call({
  method: 'GET',
  path: '/demonstration',
  summary: 'How far the making of the demonstration data is.',
  permission: 'public',
  response: demonstrationProgress,
})

export const organisationDetails = z.object({
  id: instId,
  /** 'provider', the product's key, or 'statutory_customer'. */
  type: z.string(),
  details: z.object({ name: z.string(), publishedName: z.optional(z.string()), onboarded: z.boolean() }),
})

/** Claims of the API token (decisions §5). */
export const apiTokenClaims = z.object({
  sub: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
  exp: z.number(),
  iat: z.number(),
  organisation: z.object({ id: instId, type: z.string(), name: z.string() }),
  /** Every organisation that the person works for. */
  organisationIds: z.array(instId),
  /** Flags under the names of the specification; `is{product}` is `isBedel` by default. */
  isProvider: z.boolean(),
  isStatutoryCustomer: z.boolean(),
  isPrimaryRegulator: z.boolean(),
  roles: z.array(z.string()),
  /** The sign-in that the token came of. */
  sid: z.string(),
  permissionsBySection: z.record(z.string(), z.array(z.string())),
})

/** Whom a token stands for; undefined where its organisation is of no kind that there is. */
export const principalOfClaims = (claims: z.output<typeof apiTokenClaims>): UserPrincipal | undefined => {
  const organisationType = organisationTypeByCode(claims.organisation.type)
  return (
    organisationType && {
      kind: 'user',
      userId: claims.sub,
      name: claims.name,
      organisationId: claims.organisation.id,
      organisationType,
      roles: claims.roles,
      isPrimaryRegulator: claims.isPrimaryRegulator,
    }
  )
}

export const exchangeToken = call({
  method: 'POST',
  path: '/token/exchange',
  summary: 'Exchanges an identity token for an API token that acts for one organisation.',
  permission: 'public',
  body: z.object({ token: z.string(), organisationId: z.optional(instId) }),
  response: z.object({ token: z.string() }),
})

export const signOut = call({
  method: 'POST',
  path: '/token/sign-out',
  summary:
    'Ends the sign-in of an identity token, which may have expired: no token or live connection of it counts any more.',
  permission: 'public',
  body: z.object({ token: z.string() }),
})

export const getLiveTicket = call({
  method: 'POST',
  path: '/token/live-ticket',
  summary: 'A single-use ticket for the live connection of one institution, valid for 30 seconds.',
  permission: 'signed-in',
  body: z.object({ instId }),
  response: z.object({ token: z.string() }),
})

export const listOrganisations = call({
  method: 'GET',
  path: '/organisations',
  summary: 'The organisations that the signed-in person may act for.',
  permission: 'signed-in',
  response: z.object({
    organisations: z.array(organisationDetails),
    /** Streams of collections, in their order. */
    streams: z.array(stream),
    /** Records that a collection can be of. */
    records: z.array(recordDescription),
    /** Number of the last live message of the active organisation's channel: what is asked after this is no older. */
    liveSequence: z.number(),
    /** Notices that the person has not read, when that was the last message. */
    unreadNotices: z.number(),
  }),
})
