import type { Page } from '@playwright/test'
import { openReport } from './journeys/steps.ts'
import { home, type Person, people, shareOf, titleFor, type Visit, visitsOf } from './roles/table.ts'
import { expect, test } from './support/fixtures.ts'
import { goWithin } from './support/goWithin.ts'

/**
 * What each address of the portal is to each of ten people: the page, the dashboard, or a word of why not (specification 1 §6).
 * `npm test` visits a share, `npm run model:all` each address as each of them.
 */

// Whoever is led home sees the page before go, and the dashboard come in its place.
test.use({ takesScreenAway: true, scene: 'outside' })

const rule = 'QR.STUDENT.Student.BIRTHDTE.901.V01'

interface Visitor {
  visit: (visit: Visit) => Promise<void>
}

const visitorOf = (page: Page, person: Person, found: string[]): Visitor => {
  const underWay = new Set<unknown>()
  const refused: string[] = []
  page.on('request', request => underWay.add(request))
  page.on('requestfailed', request => underWay.delete(request))
  page.on('requestfinished', async request => {
    const answer = await request.response()
    if (answer?.status() === 403) refused.push(`${request.method()} ${new URL(request.url()).pathname}`)
    underWay.delete(request)
  })
  return {
    visit: async visit => {
      const title = `${titleFor(visit, person)} – Bedel`
      refused.length = 0
      await goWithin(page, visit.address)
      const isLedHome = titleFor(visit, person) === titleFor(home, person) && visit.address !== '/'
      const seen = async (): Promise<string> => {
        if (underWay.size > 0) return 'still loading'
        const { pathname } = new URL(page.url())
        return isLedHome === (pathname === '/') || visit.address === '/'
          ? page.title()
          : `${await page.title()} at ${pathname}`
      }
      const last = await expect
        .poll(seen, { intervals: [20, 50, 100] })
        .toBe(title)
        .then(() => title, seen)
      if (last !== title) found.push(`${person} at ${visit.address}: "${last}", not "${title}"`)
      // Nothing that a page shows may be refused: its role would be let in too far.
      if (!visit.denied?.includes(person) && refused.length > 0)
        found.push(`${person} at ${visit.address}: refused ${refused.join(', ')}`)
    },
  }
}

test('each person sees what is theirs, and is told or led home elsewhere', async ({ pageOf, portal }) => {
  const submitter = await pageOf('ashby-submitter')
  await openReport(submitter, portal)
  const own = new URL(submitter.url()).pathname.replace(/\/reports$/, '')
  const mirror = own.replace(/\/submissions\/(\w+)\//, '/monitoring/23056/$1/0001/')
  const visits = visitsOf(own, mirror, rule)
  const share = process.env.MODEL === 'all' ? undefined : shareOf(visits)
  const found: string[] = []
  // Four at a time: more would only wait for one another.
  const waiting = [...people]
  const visitAll = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const page = person === 'ashby-submitter' ? submitter : await pageOf(person)
      const visitor = visitorOf(page, person, found)
      for (const visit of share ? (share.get(person) ?? []) : visits) await visitor.visit(visit)
    }
  }
  await Promise.all([1, 2, 3, 4].map(visitAll))
  expect(found).toEqual([])
})
