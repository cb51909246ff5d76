import { mayEnter } from '../../../domain/permissions.ts'
import { tableIds } from '../../../domain/tables.ts'
import type { JobWire } from '../../../domain/wire/jobs.ts'

/** Where the lists of management stand. */
export const addresses = {
  collections: '/management/collections',
  specifications: '/management/specifications',
  schemas: '/management/specifications/schemas',
  rulesets: '/management/specifications/rulesets',
  providers: '/management/providers',
  users: '/management/users',
  deliveries: '/management/delivery-config',
  jobs: '/management/jobs',
} as const

/** Where one of them is published. */
export const newAddresses = {
  schemas: '/management/specifications/schemas/new',
  rulesets: '/management/specifications/rulesets/new',
} as const

/** The rules of a ruleset. */
export const rulesetPath = (id: string): string => `${addresses.rulesets}/${id}`
/** The page of a rule, as a ruleset has it. */
export const rulePath = (code: string, rulesetId: string): string =>
  `/management/specifications/rules/${encodeURIComponent(code)}?ruleset=${encodeURIComponent(rulesetId)}`

/** The page of a specification. */
export const specificationPath = (id: number): string => `/management/specifications/specs/${id}`

/** Where the next version of a specification is made: its schema and ruleset with its own changes, as a minor version. */
export const newVersionPath = ({
  id,
  schema,
  ruleset,
}: {
  id: number
  schema: { id: number }
  ruleset: { id: number }
}): string =>
  `/management/specifications/specs/new?${new URLSearchParams({
    schema: String(schema.id),
    ruleset: String(ruleset.id),
    increment: 'minor',
    from: String(id),
  })}`

/** The page of a provider. */
export const providerPath = (instId: string): string => `/management/providers/${instId}`

/** Where a delivery configuration is made. */
export const newDeliveryConfigurationPath = '/management/delivery-config/create'

/** The page of a delivery configuration. */
export const deliveryConfigurationPath = (id: string): string => `/management/delivery-config/${id}`

/** Parameter of the address: reference of the collection that was given another specification. */
export const respecified = 'respecified'

/** Bulk re-processing of a collection. */
export const reprocessingPath = (collectionId: string, reference: string): string =>
  `/management/collections/bulk-reprocessing/${collectionId}/${reference}`

/** Historic amendment of a collection. */
export const amendmentPath = (reference: string): string =>
  `/management/collections/historic-amendment/${reference}`

/** The page of a job; undefined where it is not the reader's to enter. */
export const jobPath = (
  { id, kind, collection, specificationId, subject = '' }: JobWire,
  reader: Parameters<typeof mayEnter>[0],
): string | undefined => {
  const job = `job=${id}`
  switch (kind) {
    case 'REPROCESS':
      return `${reprocessingPath(collection.id, collection.reference)}?${job}`
    case 'HISTORIC_AMENDMENT':
      return `${amendmentPath(collection.reference)}?${job}`
    case 'IRIS':
      return mayEnter(reader, '/iris-reprocessing') ? `/iris-reprocessing?${job}` : undefined
    case 'IMPACT':
      return specificationId === undefined ? undefined : `${specificationPath(specificationId)}/impact?${job}`
    case 'DELIVERY':
      return `/delivery/${id}`
    case 'PSEUDONYMISATION': {
      const found = new URLSearchParams([[`${tableIds.pseudonymisation}.q`, subject]])
      return `/management/data-pseudonymisation?${found}`
    }
  }
}

/** Query by which everybody who can be is chosen there from the start. */
export const chooseAll = 'choose=all'
/** Whether an address asks for everybody to be chosen. */
export const asksForAll = (address: URLSearchParams): boolean => address.get('choose') === 'all'
