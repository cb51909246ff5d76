import { problem } from '../../domain/problem.ts'
import type { DpsList, DpsSubmission } from '../../domain/wire/pseudonymisation.ts'
import {
  type ListedSubmission,
  pseudonymisationPageMachine,
} from '../../machines/pseudonymisation-page/index.ts'
import type { ModelSpec } from '../modelOf.ts'

export const listedNew = { uuid: 'first', status: null, version: 0 } as const
export const listedPending = { uuid: 'first', status: 'Pending', version: 1 } as const
export const listedOther = { uuid: 'second', status: 'Success', version: 4 } as const

/** The list was fetched: a provider for each submission, with only what the chart reads of it. */
export const listFetched = (...submissions: ListedSubmission[]) => ({
  type: 'RESOURCE_UPDATED' as const,
  data: {
    results: submissions.map(({ status: dpsFileStatus, ...submission }) => ({
      submissions: [{ ...submission, dpsFileStatus } as DpsSubmission],
    })),
  } as DpsList,
})

export const firstQuestion = { query: { page: '1', pageSize: '100' } }

export const pseudonymisationPageSpec: ModelSpec<typeof pseudonymisationPageMachine> = {
  machine: pseudonymisationPageMachine,
  samples: {
    RESOURCE_UPDATED: [listFetched(listedNew), listFetched(listedPending, listedOther), listFetched()],
    RESOURCE_FAILED: [{ type: 'RESOURCE_FAILED', problem: problem('network', 'No answer.') }],
    ADDRESS_GIVEN: [{ type: 'ADDRESS_GIVEN', url: 'https://store/file' }],
  },
  settles: { list: { errors: [new Error('It has crashed.')] } },
  project: ({ rows }) => rows,
  inputs: { 'a page whose list has not come yet': { question: firstQuestion } },
}
