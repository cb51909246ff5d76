/**
 * The product's name, in one place (decisions §1). An agency that runs the portal under another name sets
 * `PRODUCT_NAME` and `PRODUCT_KEY`; Vite replaces the two expressions when it builds the browser's part.
 */
const environment: Record<string, string | undefined> = globalThis.process?.env ?? {}

/** Name as shown ("Awaiting Bedel approval") and key as used in codes, permissions and organisation types. */
export const product = {
  name: environment.PRODUCT_NAME ?? 'Bedel',
  key: environment.PRODUCT_KEY ?? 'bedel',
} as const
