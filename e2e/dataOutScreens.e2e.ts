import { randomUUID } from 'node:crypto'
import { expect, test } from './support/fixtures.ts'
import { goWithin } from './support/goWithin.ts'

/*
 * Who sees which screen of the data that goes out (specification 1 §2, §6), in words of its own: the screen, that
 * nothing is at an address, or, for whoever the route is not for, the dashboard.
 */
// Whoever is led home sees the page before go, and the dashboard come in its place.
test.use({ takesScreenAway: true })

const home = 'Dashboard'
const none = randomUUID()

const screens = {
  '/management/data-pseudonymisation': 'Data Pseudonymisation',
  '/management/delivery-config': 'Delivery configuration',
  '/management/delivery-config/create': 'Create New Configuration',
  [`/management/delivery-config/${none}`]: 'Configuration not found',
  [`/management/delivery-config/${none}/edit`]: 'Configuration not found',
  '/delivery': 'Deliveries',
  '/delivery/downloads-log': 'Downloads Log',
  [`/delivery/${none}`]: 'Delivery not found',
  '/iris-reprocessing': 'IRIS Re-processing',
  '/monitoring/23056/sector': 'Sector',
  '/monitoring/99999/sector': 'Collection not found',
}
type Screen = keyof typeof screens

const sector = ['/monitoring/23056/sector', '/monitoring/99999/sector'] as const

/** Those whom `roles.e2e.ts` does not ask. */
const people: Readonly<Record<string, readonly Screen[]>> = {
  'fcw-analyst': [...sector, '/iris-reprocessing'],
  'ashby-signoff': [],
  'ashby-ovt': [],
  'ashby-guest': [],
  'brackley-software': [],
}

for (const [person, shown] of Object.entries(people))
  test(`${person} sees the screens of data out that are theirs, and no other`, {
    tag: shown.length === 0 ? '@exhaustive' : [],
  }, async ({ pageOf }) => {
    const page = await pageOf(person)
    for (const [path, name] of Object.entries(screens)) {
      const expected = shown.includes(path) ? name : home
      await goWithin(page, path)
      await expect(
        page.getByRole('heading', { level: 1, name: expected, exact: true }),
        `${person} at ${path}`,
      ).toBeVisible()
      await expect.poll(() => new URL(page.url()).pathname).toBe(expected === home ? '/' : path)
    }
  })
