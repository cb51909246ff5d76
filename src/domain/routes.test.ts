import { expect, it } from 'vitest'
import { pageAbove, plainPages, submissionIdAt } from './routes.ts'

it.each([
  ['/management/collections/99999', '/management/collections'],
  ['/management/specifications/rules/QR.1', '/management/specifications'],
  ['/delivery/none/', '/delivery'],
  ['/none', '/'],
  ['/', '/'],
])('above %s is %s', (path, above) => {
  expect(pageAbove(path)).toBe(above)
})

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
it.each([
  [`/submissions/c23056/${id}/reports/quality/QR.1/A`, id],
  [`/online-validation/c23056/${id}`, id],
  [`/monitoring/23056/c23056/0001/${id}/approval`, id],
  ['/submissions/c23056/new/upload', undefined],
  [`/issues/${id}`, undefined],
  ['/', undefined],
])('the submission of %s is %s', (path, submissionId) => {
  expect(submissionIdAt(path)).toBe(submissionId)
})

it('pages on which people without a right could do nothing are left out for them', () => {
  const screensOf = (may: boolean) =>
    plainPages(
      () => true,
      () => may,
    ).map(({ screen }) => screen)
  const allowed = screensOf(false)
  expect(screensOf(true).filter(screen => !allowed.includes(screen))).toEqual([
    'newCollection',
    'newSchema',
    'newRuleset',
    'newSpecification',
    'newDeliveryConfiguration',
    'users',
    'registerImport',
  ])
})
