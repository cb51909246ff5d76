import type { Problem } from '../../../domain/problem.ts'
import type { SubmissionMode } from '../../../domain/status.ts'
import {
  downloadOvtWorkbook,
  downloadWorkbook,
  listOvtWorkbooks,
  listWorkbooks,
  makeOvtWorkbook,
  makeWorkbook,
  type WorkbookStatus,
} from '../../../domain/wire/workbooks.ts'
import { beginsMaking, isUnderWay } from '../../../domain/workbook.ts'
import { useAction, useResource, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'

/** How often the server is asked how far a workbook is: nothing is told of it live, for one person waits for it. */
const everyMs = 1000

/** One workbook of all failing records, or one for each value of a field. */
export type WorkbookKind = 'all' | 'divided'

/** The window in which a workbook is asked for and downloaded. */
export interface WorkbookHandle {
  /** Undefined while it is closed. */
  kind: WorkbookKind | undefined
  open: (kind: WorkbookKind) => void
  close: () => void
  /** The fields to divide by; undefined while they load. */
  fields: readonly string[] | undefined
  field: string | undefined
  onField: (field: string) => void
  /** What was asked for of what is chosen; undefined where nobody has, or it is not known yet. */
  workbook: WorkbookStatus | undefined
  /** Whether it can be asked for. */
  canMake: boolean
  make: () => void
  isMaking: boolean
  download: () => void
  isDownloading: boolean
  problem: Problem | undefined
  /** Why the server does not say what has been made. */
  listProblem: Problem | undefined
  askAgain: () => void
}

/**
 * The workbooks of failing records of a submission: what is chosen, what has been made of it, and how to make and
 * download it. While one is being made, the server is asked again and again.
 */
export const useWorkbooks = ({
  submissionId,
  mode,
}: {
  submissionId: string
  mode: SubmissionMode
}): WorkbookHandle => {
  const { call, download: save } = useServices()
  const isOvt = mode === 'ovt'
  // The field is remembered: the departments of a provider are the same for each upload.
  const table = useTable('workbook', tableDefaults(), { page: 'workbook', filters: ['field'] })
  const { expanded, filters } = table.state
  const kind = (['all', 'divided'] as const).find(one => expanded.includes(one))
  const field = filters.field?.[0]
  const kept = useResource(
    isOvt ? listOvtWorkbooks : listWorkbooks,
    kind === undefined ? undefined : { query: { submissionUuid: submissionId } },
    { poll: { everyMs, until: ({ workbooks }) => !workbooks.some(({ state }) => isUnderWay(state)) } },
  )
  const body = {
    submissionUuid: submissionId,
    ...(kind === 'divided' && field !== undefined ? { field } : {}),
  }
  const making = useAction(() => call(isOvt ? makeOvtWorkbook : makeWorkbook, { body }), {
    onDone: kept.refresh,
  })
  const downloading = useAction(() => call(isOvt ? downloadOvtWorkbook : downloadWorkbook, { body }), {
    onDone: (_, { url }) => save(url),
  })
  // Those of the submission shown before are not its own.
  const known = kept.status === 'former' ? undefined : kept.data
  const workbookField = kind === 'divided' ? field : null
  const workbook = known?.workbooks.find(one => one.field === workbookField)
  return {
    kind,
    open: next => table.change({ expanded: [next] }),
    close: () => table.change({ expanded: [] }),
    fields: known?.fields,
    field,
    onField: next => table.filter('field', [next]),
    workbook,
    canMake: known !== undefined && workbookField !== undefined && beginsMaking(workbook?.state),
    make: () => making.run(undefined),
    isMaking: making.isRunning,
    download: () => downloading.run(undefined),
    isDownloading: downloading.isRunning,
    problem: making.problem ?? downloading.problem,
    listProblem: kept.problem,
    askAgain: kept.retry,
  }
}
