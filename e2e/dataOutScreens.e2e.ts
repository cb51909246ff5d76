import { randomUUID } from 'node:crypto'
import { expect, test } from './support/fixtures.ts'

/*
 * Who sees which screen of the data that goes out (specification 1 §2, §6), in words of its own: the screen; "Access Denied" in
 * its place where one may enter its area and not this; that nothing is at an address; or, for whoever the route is not for, the
 * dashboard.
 */
const home = 'Dashboard'
const denied = 'Access Denied'
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

const configurations = ['/management/delivery-config', `/management/delivery-config/${none}`] as const
const ofAdministrators = [
  '/management/delivery-config/create',
  `/management/delivery-config/${none}/edit`,
] as const
const deliveries = ['/delivery', `/delivery/${none}`] as const
const sector = ['/monitoring/23056/sector', '/monitoring/99999/sector'] as const
const ofAgency = [...configurations, ...deliveries, '/delivery/downloads-log', ...sector] as const

interface Seen {
  /** The screens that are shown; of all that are named nowhere the address leads home. */
  shown: readonly Screen[]
  denied?: readonly Screen[]
}

const people: Readonly<Record<string, Seen>> = {
  'bedel-admin': { shown: [...ofAgency, ...ofAdministrators, '/iris-reprocessing'] },
  'bedel-analyst': { shown: ofAgency, denied: ofAdministrators },
  'bedel-staff': { shown: ofAgency, denied: ofAdministrators },
  'bedel-special': { shown: [...ofAgency, '/iris-reprocessing'], denied: ofAdministrators },
  'bedel-pii': { shown: [...ofAgency, '/iris-reprocessing'], denied: ofAdministrators },
  'bedel-anon': { shown: [...ofAgency, '/management/data-pseudonymisation'], denied: ofAdministrators },
  'ohe-analyst': { shown: [...sector, '/iris-reprocessing'] },
  'fcw-analyst': { shown: [...sector, '/iris-reprocessing'] },
  'ttb-analyst': { shown: [...sector, '/iris-reprocessing'] },
  'ohe-delivery': { shown: [...deliveries, ...sector] },
  'ashby-submitter': { shown: [] },
  'ashby-signoff': { shown: [] },
  'ashby-ovt': { shown: [] },
  'ashby-guest': { shown: [] },
  'brackley-software': { shown: [] },
}

for (const [person, seen] of Object.entries(people))
  test(`${person} sees the screens of data out that are theirs, and no other`, async ({ pageOf, portal }) => {
    const page = await pageOf(person)
    for (const [path, name] of Object.entries(screens)) {
      const expected = seen.shown.includes(path) ? name : seen.denied?.includes(path) ? denied : home
      await page.goto(`${portal.url}${path}`)
      await expect(
        page.getByRole('heading', { level: 1, name: expected, exact: true }),
        `${person} at ${path}`,
      ).toBeVisible()
      const { pathname } = new URL(page.url())
      expect([path, pathname]).toEqual([path, expected === home ? '/' : path])
    }
  })
