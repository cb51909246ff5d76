import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { focusTitle, keepFocus } from './keepFocus.ts'

let end: () => void
beforeEach(() => {
  // jsdom draws nothing, so nothing would count as shown.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  end = keepFocus(document)
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

/** A page as it stands for a while. */
const page = async (content: string): Promise<void> => {
  document.body.innerHTML = `<main id="main"><h1 id="page-title" tabindex="-1">Page</h1>${content}</main>`
  await frames()
}
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const frames = async (count = 3): Promise<void> => {
  for (let at = 0; at < count; at += 1) await new Promise(resolve => requestAnimationFrame(resolve))
}
const focused = () => document.activeElement?.textContent

describe('the focus of something that leaves the page', () => {
  it('goes to what came in its place, before what was there', async () => {
    await page('<section><h2>Section</h2><p><button>Request</button></p></section>')
    find('button').focus()
    find('section').insertAdjacentHTML('beforeend', '<p data-focus-next>Requested</p>')
    find('button').remove()
    await frames()
    expect(focused()).toBe('Requested')
  })

  it('goes to the nearest heading where nothing came, and to the page title without one', async () => {
    await page(
      '<section><h2>Section</h2><button>Close</button></section><p><button id="other">Other</button></p>',
    )
    find('button').focus()
    find('button').remove()
    await frames()
    expect(focused()).toBe('Section')
    find('section').remove()
    await frames()
    expect(focused()).toBe('Page')
  })

  it('goes to the row of a table whose button opened a dialog and has gone with it', async () => {
    await page(
      '<h2>Summary</h2><table><tbody><tr><th scope="row">Ashby</th><td><button>More</button></td></tr></tbody></table>',
    )
    find('td button').focus()
    document.body.insertAdjacentHTML('beforeend', '<div role="alertdialog"><button>Approve</button></div>')
    find('[role=alertdialog] button').focus()
    find('td button').remove()
    find('[role=alertdialog]').remove()
    await frames()
    expect(focused()).toBe('Ashby')
  })

  it('goes back to what opened the dialog while that is there', async () => {
    await page('<button>More</button>')
    find('button').focus()
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div role="dialog"><h2>Sure?</h2><button>Yes</button></div>',
    )
    find('[role=dialog] button').focus()
    find('[role=dialog]').remove()
    await frames()
    expect(focused()).toBe('More')
  })

  it('stays where somebody else has put it meanwhile, and where a person has let it go', async () => {
    await page('<section><h2>Section</h2><button>Go</button></section><button id="other">Other</button>')
    find('button').focus()
    find('section').remove()
    find('#other').focus()
    await frames()
    expect(focused()).toBe('Other')
    find('#other').blur()
    find('main').insertAdjacentHTML('beforeend', '<h2>Live news</h2>')
    await frames()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('the focus after a navigation', () => {
  it('is given to the heading of the page', async () => {
    await page('')
    focusTitle(document)
    expect(focused()).toBe('Page')
  })

  it('waits at the main region for a heading that is still to come, unless it is taken elsewhere meanwhile', async () => {
    const heading = '<h1 id="page-title" tabindex="-1">Later</h1>'
    document.body.innerHTML = '<main id="main" tabindex="-1"><p>Loading</p></main><button>Account</button>'
    focusTitle(document)
    expect(document.activeElement).toBe(find('#main'))
    find('main').innerHTML = heading
    await frames()
    expect(focused()).toBe('Later')

    find('main').innerHTML = ''
    focusTitle(document)
    find('button').focus()
    find('main').innerHTML = heading
    await frames()
    expect(focused()).toBe('Account')
  })
})
