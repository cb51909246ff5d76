import { aims, measureBundle } from '../scripts/bundle.ts'
import { expect, test } from './support/fixtures.ts'

/*
 * What each screen weighs from cold, read from the build: page, scripts, styles and words, as sent. Those that a test opens are
 * weighed once more in a browser (`weight.e2e.ts`); here is every screen that the router has.
 */

// Staff have the chart of progress on theirs.
test('the first load takes 230 kB at most, that of staff too', () => {
  const { firstLoad, routes } = measureBundle()
  expect(firstLoad).toBeGreaterThan(100)
  expect(firstLoad).toBeLessThanOrEqual(aims.firstLoad)
  expect(routes['dashboard/Dashboard: staff/StaffDashboard']).toBeLessThanOrEqual(aims.firstLoad)
})

test('every screen of the router takes 320 kB at most', () => {
  const { routes } = measureBundle()
  expect(Object.keys(routes).length).toBeGreaterThan(60)
  expect(Object.entries(routes).filter(([, size]) => !(size > 100 && size <= aims.route))).toEqual([])
})
