/**
 * jsdom asks for each element anew which of its own style sheet's rules match, a tenth of the time of all views, mostly to
 * tell a table's or a dialogue's names. No sheet of ours is in these pages: an element without attributes that those rules
 * or a style of its own tell of is as any other of its kind, and that is asked once.
 */

type StyleOf = typeof globalThis.getComputedStyle

/** What jsdom's style sheet looks at beside the kind of an element, where it changes whether and how it is drawn. */
const told = ['hidden', 'style', 'popover', 'open', 'dir', 'align', 'rules', 'frame']
/** Kinds that stand for several, by their type or by where they stand. */
const various = new Set(['input', 'summary', 'embed', 'noscript', 'slot'])
/** What an element takes over from those around it, of what tells whether it is seen and can be used. */
const inherited = /visibility|pointer-events|user-select/

const isOfItsKind = (element: Element): boolean => {
  if (various.has(element.localName) || told.some(name => element.hasAttribute(name))) return false
  for (let around = element.parentElement; around; around = around.parentElement)
    // The cells of a hidden row are collapsed.
    if (around.hasAttribute('hidden') || inherited.test(around.getAttribute('style') ?? '')) return false
  return true
}

/** What has been made here: the setup of the next file finds it in the page that files share. */
const made = new WeakSet<StyleOf>()

/** The style of each element, as `styleOf` says it of one of its kind that stands nowhere. */
export const styleByKind = (styleOf: StyleOf): StyleOf => {
  if (made.has(styleOf)) return styleOf
  const kinds = new Map<string, CSSStyleDeclaration>()
  const byKind: StyleOf = (element, pseudo) => {
    if (pseudo || !isOfItsKind(element)) return styleOf(element, pseudo)
    const kind = `${element.namespaceURI} ${element.localName}`
    const known =
      kinds.get(kind) ??
      styleOf(element.ownerDocument.createElementNS(element.namespaceURI, element.localName))
    kinds.set(kind, known)
    return known
  }
  made.add(byKind)
  return byKind
}
