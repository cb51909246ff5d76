import * as z from 'zod/mini'

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
      columns: z.array(z.string()),
    }),
  ),
})
export type DeliveryManifest = z.output<typeof deliveryManifest>
