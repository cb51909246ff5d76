/** The part of Trusted Types that is used here; TypeScript's own library does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(markup: string): string | null }): unknown
}

/**
 * Keeps React Aria from what a strict Content-Security-Policy refuses. Call once before the first render.
 *
 * It would add an inline style element, which it skips when an element of this id exists; base.css holds the same rule.
 * And its announcer empties itself by `innerHTML = ''` whenever a part of a date is changed: the default policy of
 * Trusted Types lets this pass, and no markup that is not empty.
 */
export function prepareForStrictCsp(document: Document): void {
  const id = 'react-aria-pressable-style'
  if (document.getElementById(id)) return
  const marker = document.createElement('meta')
  marker.id = id
  document.head.append(marker)
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: markup => (markup === '' ? '' : null) })
}
