import type { DeliveryWire } from '../../../src/domain/wire/deliveries.ts'

/** A delivery of one provider that is ready. */
export const delivery = (given: Partial<DeliveryWire> = {}): DeliveryWire => ({
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  name: 'The sector',
  customer: { id: '5016', name: 'Office for Higher Education' },
  collection: { reference: '23056', name: 'Student 2023/24' },
  format: 'TSV',
  isPseudonymised: false,
  state: 'READY',
  requestedUtc: '2024-10-01T08:00:00Z',
  requestedBy: null,
  madeUtc: '2024-10-01T08:01:00Z',
  keptUntilUtc: '2024-12-30T08:01:00Z',
  submissions: 1,
  providers: 1,
  provider: { instId: '0001', name: 'University of Ashby' },
  rows: 1_500,
  size: 4_000_000,
  cancelledBy: null,
  cancelledUtc: null,
  mayCancel: false,
  ...given,
})
