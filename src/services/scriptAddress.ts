/** The part of Trusted Types that is used here; TypeScript's own library does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}

const ownScript = (address: string): string => {
  const { origin, href } = new URL(address, location.href)
  if (origin !== location.origin) throw new TypeError(`${origin} is not where this page's scripts come from.`)
  return href
}

let policy: { createScriptURL(address: string): string } | undefined

/**
 * The address of a script of this application, in the form that a page under `require-trusted-types-for 'script'`
 * accepts. Throws a TypeError for an address of another origin.
 */
export const scriptAddress = (address: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('scripts', { createScriptURL: ownScript }) ?? {
    createScriptURL: ownScript,
  }
  return policy.createScriptURL(address)
}
