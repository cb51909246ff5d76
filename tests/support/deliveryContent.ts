import type { ConfigurationDetailsWire } from '../../src/domain/wire/deliveries.ts'

/** What a delivery holds: one column of every processed record. */
export const deliveryContent: ConfigurationDetailsWire['content'] = {
  files: [{ file: 'StudentEngagement', columns: ['Student.BIRTHDTE'] }],
  reasons: [],
  standing: 'PROCESSED',
  countries: [],
  levels: [],
  isPseudonymised: false,
  format: 'TSV',
}
