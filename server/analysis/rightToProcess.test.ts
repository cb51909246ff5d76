import { expect, test } from 'vitest'
import type { RecordHeader } from '../../src/domain/recordHeader.ts'
import { inEnglish } from '../messages.ts'
import { checkRightToProcess, type ProcessingFacts } from './rightToProcess.ts'

const facts: ProcessingFacts = {
  collectionReference: '23056',
  provider: { instId: '0001', ukprn: '10000001', name: 'University of Ashby', countryCode: 'E' },
  isCollectionOpen: true,
  collectionState: 'Open',
  isOnboarded: true,
  isNilReturn: false,
}
const header: RecordHeader = {
  ukprn: '10000001',
  collectionReference: '23056',
  studentCount: 10,
  identifiersByUkprn: { 10000001: 5, 10000002: 5 },
  names: {
    ukprn: 'Provider.UKPRN',
    collectionReference: 'Provider.RECID',
    unit: 'Student',
    identifier: 'Student.SID',
    sub: 'Engagement',
  },
}

const items = (changed: Partial<RecordHeader>, changedFacts: Partial<ProcessingFacts> = {}) =>
  checkRightToProcess({ ...header, ...changed }, { ...facts, ...changedFacts }).map(finding => finding.item)

test('a file of the provider and the collection passes, with exactly half of its identifiers its own', () => {
  expect(items({})).toEqual([])
})

test('a file without Provider, or without 17-digit identifiers, passes', () => {
  expect(items({ ukprn: null, collectionReference: null, identifiersByUkprn: {} })).toEqual([])
})

test("another provider's file gives only that error, whatever else is wrong", () => {
  expect(
    checkRightToProcess(
      { ...header, ukprn: '10000002', collectionReference: '22056', studentCount: 0 },
      facts,
    ),
  ).toEqual([{ item: 'Provider.UKPRN', found: '10000002', expected: '10000001 (University of Ashby)' }])
})

test.each([
  ['Provider.RECID', { collectionReference: '22056' }, {}],
  ['Provider', {}, { isOnboarded: false }],
  ['Collection', {}, { isCollectionOpen: false, collectionState: 'Closed' }],
  ['Provider', {}, { isNilReturn: true }],
  ['Student', { studentCount: 0 }, {}],
  ['Student.SID', { identifiersByUkprn: { 10000001: 49, 10000002: 51 } }, {}],
  ['Engagement', { known: { engagements: 100, elsewhere: 5 } }, {}],
  ['Student.CARER', { restricted: { 'File/Student/CARER': { count: 2, countries: ['S', 'W'] } } }, {}],
] as const)('%s is reported alone for %o %o', (item, changed, changedFacts) => {
  expect(items(changed, changedFacts)).toEqual([item])
})

test('less than a twentieth of engagements that are known of other providers may be students who moved', () => {
  expect(items({ known: { engagements: 100, elsewhere: 4 } })).toEqual([])
  expect(items({ known: { engagements: 0, elsewhere: 0 } })).toEqual([])
})

test('a field that the country has no legal basis for is named with where it is collected; elsewhere it passes', () => {
  const restricted = {
    'File/Student/CARER': { count: 2, countries: ['S', 'W'] },
    'File/Student/SEXID': { count: 9, countries: ['E'] },
  }
  const findings = checkRightToProcess({ ...header, restricted }, facts)
  expect(
    findings.map(({ item, found, expected }) => ({
      item,
      found: inEnglish(found),
      expected: inEnglish(expected),
    })),
  ).toEqual([
    {
      item: 'Student.CARER',
      found: 'returned 2 times',
      expected: 'no Student.CARER: it is collected only in Scotland and Wales',
    },
  ])
})
