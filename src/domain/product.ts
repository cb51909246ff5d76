/** Put here by Vite where the browser's part is built (`scripts/product.ts`); nowhere else is there such a name. */
declare const __PRODUCT_NAME__: string
declare const __PRODUCT_KEY__: string

const environment: Record<string, string | undefined> = globalThis.process?.env ?? {}

/** A name that stands in any sentence, and in the title of a page. */
export const productNameForm = /^[^\p{C}<>&"]{1,40}$/u
/** A key that is a part of codes, claims and names of keys. */
export const productKeyForm = /^[a-z][a-z0-9]{1,30}$/

/**
 * The product's name as shown ("Awaiting Bedel approval"), and its key as used in codes, permissions and organisation types, in
 * one place (decisions §1). An agency that runs the portal under another name sets `PRODUCT_NAME` and `PRODUCT_KEY`, for the build
 * of the pages and for the server.
 */
export const product = {
  name: typeof __PRODUCT_NAME__ === 'string' ? __PRODUCT_NAME__ : environment.PRODUCT_NAME || 'Bedel',
  key: typeof __PRODUCT_KEY__ === 'string' ? __PRODUCT_KEY__ : environment.PRODUCT_KEY || 'bedel',
} as const
