import { expect, it } from 'vitest'
import { payloadFields } from './payload.ts'

it('lists the payload of an event, flat, and no empty value', () => {
  const content = {
    termsAccepted: true,
    rows: { Student: 311, Venue: 2 },
    reports: ['FREQCOUNT', 'CONPOP'],
    none: null,
    empty: [],
    header: { ukprn: '10000001', places: [{ line: 3 }] },
  }
  expect(payloadFields(content).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'termsAccepted: true',
    'rows.Student: 311',
    'rows.Venue: 2',
    'reports: FREQCOUNT, CONPOP',
    'header.ukprn: 10000001',
    'header.places: {"line":3}',
  ])
})
