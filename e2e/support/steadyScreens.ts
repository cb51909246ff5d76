import { type BrowserContext, test as base } from '@playwright/test'

/** A screen that stood and went away, with nothing in its place. */
export interface Blank {
  path: string
  /** What stood there: the first words of it. */
  stood: string
  /** What went: all that stood in the main region, or its heading alone. */
  what: 'screen' | 'heading'
  /** How long nothing stood there; undefined where it has not come back. */
  ms: number | undefined
}

declare global {
  interface Window {
    /** Tells the test of a screen that went away. */
    tellBlank?: (blank: Blank) => void
  }
}

/** What is gone for as long as this is told of, whether it comes back or not. */
const missedAfterMs = 3000

/**
 * Runs in the page. React takes a screen away whose part has to wait for code or words, by hiding it, and does not show it
 * again for 300 ms. What another thing follows at once may go, and a heading with the address that it was of. An address that
 * was left and come to again is another visit, even where the screen of the one between was not drawn yet.
 */
const watch = (missedAfter: number): void => {
  if (window.top !== window) return
  // Asked without the style of the page being computed: this runs after every change.
  const isShown = (element: Element): boolean => !element.closest('[style*="display: none"]')
  let address = location.pathname
  let visit = 0
  navigation.addEventListener('currententrychange', () => {
    if (location.pathname === address) return
    address = location.pathname
    visit += 1
  })

  const shownIn = (selector: string) => (): Element | undefined => {
    const first = document.querySelector(selector)
    if (!first || isShown(first)) return first ?? undefined
    return [...document.querySelectorAll(selector)].find(isShown)
  }

  const watcher = (
    what: Blank['what'],
    find: () => Element | undefined,
    mayGo: (last: Element, visitOf: number) => boolean,
  ) => {
    let last: { element: Element; main: Element | null; visit: number; stood: string } | undefined
    let gone: { blank: Blank; since: number; timer: number } | undefined
    return (): void => {
      const element = find()
      const path = location.pathname
      if (element) {
        if (gone) {
          clearTimeout(gone.timer)
          window.tellBlank?.({ ...gone.blank, ms: Math.round(performance.now() - gone.since) })
          gone = undefined
        }
        if (last?.element !== element)
          last = {
            element,
            main: element.closest('main'),
            visit,
            stood: (element.textContent ?? '').slice(0, 60),
          }
        return
      }
      // Who signs in or out changes the whole frame, with its main region: a page begins or ends, it does not go away.
      if (!last?.main?.isConnected || mayGo(last.element, last.visit)) {
        last = undefined
        return
      }
      const blank: Blank = { path, what, stood: last.stood, ms: undefined }
      last = undefined
      const timer = window.setTimeout(() => {
        gone = undefined
        window.tellBlank?.(blank)
      }, missedAfter)
      gone = { blank, since: performance.now(), timer }
    }
  }
  const looks = [
    watcher('screen', shownIn('main *'), () => false),
    watcher('heading', shownIn('main h1'), (last, visitOf) => !last.isConnected && visitOf !== visit),
  ]
  new MutationObserver(() => {
    for (const look of looks) look()
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] })
}

const blanks: Blank[] = []

/** Watches every page that a browser opens from now on. */
export const watchScreens = async (context: BrowserContext): Promise<void> => {
  await context.exposeBinding('tellBlank', (_, blank: Blank) => void blanks.push(blank))
  await context.addInitScript(watch, missedAfterMs)
}

const inWords = ({ path, what, stood, ms }: Blank): string =>
  `${path}: the ${what} "${stood}", ${ms === undefined ? 'which did not come back' : `for ${ms} ms`}`

interface Fixtures {
  /** Whether the test has a screen go away, to see that it is noticed. */
  takesScreenAway: boolean
  steadyScreens: undefined
  leftOut: undefined
}

/** The tag of tests that this run leaves out: `npm test` has what is exhaustive to `npm test -- --all`. */
const leftOut = process.env.BEDEL_LEAVE_OUT

/** Tests whose pages are watched: one fails in which a screen that stood goes away with nothing in its place. */
export const test = base.extend<Fixtures>({
  takesScreenAway: [false, { option: true }],
  leftOut: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use, testInfo) => {
      testInfo.skip(testInfo.tags.includes(`@${leftOut}`), `${leftOut}: in npm test -- --all`)
      await use(undefined)
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await watchScreens(context)
    await use(context)
  },
  steadyScreens: [
    async ({ takesScreenAway }, use) => {
      await use(undefined)
      const seen = blanks.splice(0)
      const wentAway = seen.length > 0
      if (wentAway !== takesScreenAway)
        throw new Error(`Screens that stood went away:\n${seen.map(inWords).join('\n') || 'none'}`)
    },
    { auto: true },
  ],
})
