import { expect, type Page, type Request } from '@playwright/test'
import { isOutsideCatalogue } from './data.ts'
import { cutTexts, plainTexts, settled } from './look.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 800 }

/** What stands over the page; a notice does not. */
const popup = '[role=menu]:visible, [role=listbox]:visible, [role$=dialog]:not([aria-modal=false]):visible'

/** Unfolds what is folded; of the rows of a table the first one. A term opens its explanation over the page instead. */
const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const folded =
      'main button[aria-expanded="false"][aria-controls], main tbody button[aria-expanded="false"]:not([data-look])'
    const tables = new Set<Element>()
    for (const button of document.querySelectorAll<HTMLElement>(folded)) {
      const table = button.closest('table')
      if (table && tables.has(table)) continue
      if (button.ariaHasPopup) continue
      if (table) tables.add(table)
      button.click()
    }
  })

/**
 * Marks what opens a menu, a list or a dialog and is not known yet, and gives the marks. Two openers are one where they
 * say the same but for the data in it, as in the rows of a table.
 */
const markOpeners = (page: Page, known: readonly string[]): Promise<string[]> =>
  page.evaluate(before => {
    const marks = new Set(before)
    // What opens a panel of its own is not named so, but names nothing that it unfolds.
    const openers = document.querySelectorAll<HTMLElement>(
      'button[aria-haspopup]:not([aria-disabled=true]), :not(tr *) > button[aria-expanded]:not([aria-controls]), thead button[data-look]',
    )
    return [...openers].flatMap(opener => {
      const says = `${opener.getAttribute('aria-label') ?? opener.textContent} ${opener.getAttribute('aria-haspopup')}`
      const mark = (says.match(/\S*[åçéîñöšûŵýž]\S*/gi) ?? ['data']).join(' ').replaceAll(/["\\]/g, '')
      if (marks.has(mark) || !opener.checkVisibility()) return []
      marks.add(mark)
      opener.dataset.opener = mark
      return [mark]
    })
  }, known)

/** Somebody who goes from screen to screen in the pseudo-language and notes what is plain English or cut off. */
export interface Visitor {
  page: Page
  /** Looks at the screen in sight, wide and narrow, and at what opens over it. */
  look: (screen: string) => Promise<void>
  /** Goes to an address as a link of the portal does, the portal stays loaded, and looks. */
  visit: (screen: string, address: string) => Promise<void>
  /** What was found, each with a screen where it was. */
  found: () => string[]
}

/** Turns a signed-in person into a visitor. */
export const visitorOf = async (page: Page, origin: string): Promise<Visitor> => {
  const found = new Map<string, string>()
  const opened: string[] = []
  const underWay = new Set<Request>()
  page.on('request', request => underWay.add(request))
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))

  const still = async (): Promise<void> => {
    do await settled(page)
    while (underWay.size > 0)
  }
  const noteCut = async (screen: string): Promise<void> => {
    for (const cut of await cutTexts(page)) found.set(cut, screen)
  }
  const note = async (screen: string): Promise<void> => {
    await still()
    const { pathname, search } = new URL(page.url())
    for (const { text, place } of await plainTexts(page))
      if (isOutsideCatalogue(text, pathname + search)) found.set(`"${text}" (${place})`, screen)
    await noteCut(screen)
  }
  const open = async (screen: string, mark: string): Promise<void> => {
    const opener = page.locator(`[data-opener="${mark}"]`)
    if (!(await opener.isVisible())) return
    await opener.click()
    await expect(page.locator(popup).first()).toBeVisible()
    await note(`${screen}, ${mark}`)
    await page.keyboard.press('Escape')
    await expect(page.locator(popup)).toHaveCount(0)
  }
  const look = async (screen: string): Promise<void> => {
    await still()
    const isCovered = (await page.locator(popup).count()) > 0
    if (!isCovered) await unfold(page)
    await note(screen)
    for (const mark of isCovered ? [] : await markOpeners(page, opened)) {
      opened.push(mark)
      await open(screen, mark)
    }
    await page.setViewportSize(narrow)
    await still()
    await noteCut(`${screen}, narrow`)
    await page.setViewportSize(wide)
  }

  await page.setViewportSize(wide)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${origin}/?locale=en-XA`)
  return {
    page,
    look,
    visit: async (screen, address) => {
      await page.evaluate(to => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
      }, address)
      await look(screen)
    },
    found: () => [...found].map(([what, screen]) => `${screen}: ${what}`),
  }
}
