/** A specification in Draft, as the API gives it. */
export const draftSpecification = {
  id: 9,
  version: '23056_1.1.0',
  state: { id: 2, name: 'Draft' },
  availableStates: [],
  schema: { id: 3, version: '23056_1_0_0' },
  ruleset: { id: 2, version: '23056_1.0.0', recordId: 'student' },
  createdUtc: '2024-10-14T09:30:00Z',
  createdBy: 'Ivo Marsh',
  updatedUtc: '2024-10-20T09:30:00Z',
  updatedBy: 'Ruth Calloway',
  isDeleteable: true,
  awaitsConfiguration: false,
  isEditable: true,
}

/** An impact of it that has been measured, as the API gives it. */
export const impactJob = {
  id: '5f0c8a52-8f0e-4a80-9b8e-2f1f6d1f0009',
  kind: 'IMPACT',
  collection: { id: 'c23056', reference: '23056', name: 'Student 2023/24' },
  status: { id: 30, name: 'Completed' },
  state: 'COMPLETED',
  version: 5,
  withSubmitted: true,
  counts: { WAITING: 0, DONE: 2, REFUSED: 1, LEFT: 0 },
  createdBy: 'Ivo Marsh',
  createdUtc: '2024-10-16T09:30:00Z',
  startedUtc: '2024-10-16T09:30:00Z',
  endedUtc: '2024-10-16T09:31:00Z',
  mayCancel: false,
}

/** The regulators that the API knows. */
export const regulators = [
  { code: '5016', name: 'Office for Higher Education', shortName: 'OHE' },
  { code: '5101', name: 'Funding Council for Wales', shortName: 'FCW' },
]
