/**
 * Keeps React Aria from adding an inline style element, which a strict Content-Security-Policy refuses with an
 * error in the console. It skips its own rule when an element of this id exists; base.css holds the same rule.
 * Call once before the first render.
 */
export function prepareForStrictCsp(document: Document): void {
  const id = 'react-aria-pressable-style'
  if (document.getElementById(id)) return
  const marker = document.createElement('meta')
  marker.id = id
  document.head.append(marker)
}
