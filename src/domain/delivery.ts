import * as z from 'zod/mini'
import { deliveryFormats } from './deliveryConfiguration.ts'

/** What stands in `manifest.json` of a set of delivered files (reference §7.3). */
export const deliveryManifest = z.object({
  collection: z.string(),
  instId: z.string(),
  submissionId: z.string(),
  specification: z.object({ schema: z.string(), ruleset: z.string() }),
  files: z.array(
    z.object({
      file: z.string(),
      /** Without the header. */
      rows: z.number(),
      bytes: z.number(),
      /** Hex digits of the SHA-256 of the file. */
      sha256: z.string(),
      /** Left out of a set of the whole collection: there each Parquet file names its own. */
      columns: z.optional(z.array(z.string())),
    }),
  ),
})
export type DeliveryManifest = z.output<typeof deliveryManifest>

/**
 * What stands in `delivery.json` of a package: of each submission the manifest of its folder (decisions §13). Of a set of the whole
 * collection it is the only manifest.
 */
export const deliveryPackage = z.object({
  delivery: z.string(),
  name: z.string(),
  customer: z.string(),
  collection: z.string(),
  format: z.enum(deliveryFormats),
  isPseudonymised: z.boolean(),
  /** Key by which the pseudonyms were made; null where there are none. */
  keyId: z.nullable(z.string()),
  sets: z.array(z.object({ folder: z.string(), provider: z.string(), manifest: deliveryManifest })),
})
export type DeliveryPackage = z.output<typeof deliveryPackage>

/** Rows of all files of a package. */
export const rowsOfPackage = ({ sets }: Pick<DeliveryPackage, 'sets'>): number =>
  sets.flatMap(({ manifest }) => manifest.files).reduce((sum, { rows }) => sum + rows, 0)
