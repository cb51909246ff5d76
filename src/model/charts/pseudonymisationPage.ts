import { pseudonymisationPageMachine } from '../../machines/pseudonymisation-page/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const listedNew = { uuid: 'first', status: null, version: 0 } as const
export const listedPending = { uuid: 'first', status: 'Pending', version: 1 } as const
export const listedOther = { uuid: 'second', status: 'Success', version: 4 } as const

export const pseudonymisationPageSpec: ModelSpec<typeof pseudonymisationPageMachine> = {
  machine: pseudonymisationPageMachine,
  samples: {
    SUBMISSIONS_LISTED: [
      { type: 'SUBMISSIONS_LISTED', submissions: [listedNew] },
      { type: 'SUBMISSIONS_LISTED', submissions: [listedPending, listedOther] },
      { type: 'SUBMISSIONS_LISTED', submissions: [] },
    ],
    ADDRESS_GIVEN: [{ type: 'ADDRESS_GIVEN', url: 'https://store/file' }],
  },
  project: ({ rows }) => rows,
  inputs: { 'a page whose list has not come yet': undefined },
}
