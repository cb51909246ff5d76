import { afterEach, expect, it, vi } from 'vitest'
import { styleByKind } from './computedStyle.ts'

/** Everything by which tests and components tell whether and how an element is drawn. */
const properties = [
  'display',
  'visibility',
  'pointer-events',
  'user-select',
  'overflow',
  'position',
  'opacity',
]

const page = `
  <main><h1>T</h1><p hidden>a</p><p hidden="until-found">a</p><p>b <b>c</b><em>d</em><a href="/">e</a></p></main>
  <ul><li>a<ul><li>b</li></ul></li></ul><dl><dt>a</dt><dd>b</dd></dl>
  <table><caption>c</caption><thead><tr><th>a</th></tr></thead><tbody><tr hidden><td>b</td></tr></tbody></table>
  <form><input><input type="hidden"><select><option>a</option></select><textarea></textarea><button>b</button></form>
  <details><summary>a</summary><summary>b</summary></details><details open><summary>c</summary><p>d</p></details>
  <dialog><p>a</p></dialog><dialog open><p>b</p></dialog><div popover><i>a</i></div>
  <div style="display: none"><span>a</span></div><div style="visibility: hidden"><span>b</span><p style="visibility: visible">c</p></div>
  <div style="pointer-events: none"><button>a</button></div><span style="display: block">a</span>
  <svg hidden><g><text>a</text></g></svg><svg><title>a</title><path></path></svg><script></script><template></template>`

// The files share one page.
afterEach(() => document.body.replaceChildren())

it('says of each element of a page what jsdom says of it, and of most of them without asking it', () => {
  document.body.innerHTML = page
  const elements = [...document.querySelectorAll('*')]
  // A frame has a window of its own, of which nothing is replaced.
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const ofJsdom = vi.fn(frame.contentWindow!.getComputedStyle)
  const said = (styleOf: typeof getComputedStyle) =>
    elements.map(element => {
      const style = styleOf(element)
      return [element.outerHTML, ...properties.map(name => `${name}: ${style.getPropertyValue(name)}`)]
    })
  const expected = said(ofJsdom)
  ofJsdom.mockClear()
  const byKind = styleByKind(ofJsdom)
  expect(said(byKind)).toEqual(expected)
  ofJsdom.mockClear()
  expect(said(byKind)).toEqual(expected)
  expect(ofJsdom.mock.calls.length).toBeLessThan(elements.length / 2)
})

it('is taken once for the page that the files share', () => {
  expect(styleByKind(getComputedStyle)).toBe(getComputedStyle)
  expect(document.defaultView?.getComputedStyle).toBe(getComputedStyle)
})
