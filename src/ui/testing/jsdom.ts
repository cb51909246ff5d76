/**
 * What the components ask of a browser and jsdom does not have; loaded before every test of the project "view".
 * After each test rendered trees are taken down and globals are put back: the files share their modules.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadAllMessages } from '../../messages/messages.ts'
import { editorCode } from '../CodeEditor.tsx'
import { toastQueue } from '../notify.ts'
import { styleByKind } from './computedStyle.ts'

/** Enough of CSS.escape for generated ids, which hold letters, digits, underscores, colons and guillemets. */
function escapeIdentifier(text: string): string {
  return text.replace(/[^\w-]/g, character => `\\${character}`)
}

if (globalThis.CSS === undefined)
  Object.defineProperty(globalThis, 'CSS', { value: { escape: escapeIdentifier }, configurable: true })

Element.prototype.scrollIntoView ??= () => {}

// Nothing is laid out in jsdom; a long table draws only what is in sight and needs a height to look through.
Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 768, configurable: true })

// Who computes names asks the page's window, others the global.
const { defaultView } = document
if (defaultView) {
  const getComputedStyle = styleByKind(defaultView.getComputedStyle)
  Object.assign(defaultView, { getComputedStyle })
  Object.assign(globalThis, { getComputedStyle })
}

/** A test chooses files by a property of the input, which jsdom's form does not read. */
class FormDataWithFiles extends FormData {
  constructor(form?: HTMLFormElement) {
    super(form)
    const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])]
    const chosen = inputs.filter(input => Object.hasOwn(input, 'files'))
    for (const { name } of chosen) this.delete(name)
    for (const { name, files } of chosen) for (const file of files ?? []) this.append(name, file)
  }
}
globalThis.FormData = FormDataWithFiles

// A person who wants no motion: what would glide is there at once.
globalThis.matchMedia ??= (media: string) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes('prefers-reduced-motion: reduce'),
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// A page waits for its messages; here they are there from the start.
await loadAllMessages('en')
// So is the editor of code, which a page loads when it shows one.
await editorCode.load()

// What is waited for comes as soon as it can; a busy machine may take longer than the usual second.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  // React Aria has one announcer for the whole page, which keeps what it said for seconds.
  for (const said of document.querySelectorAll('[data-live-announcer] > *')) said.replaceChildren()
  toastQueue.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
