import { useParams } from 'react-router'
import { limits, pageSizes } from '../../../domain/limits.ts'
import { getValidation } from '../../../domain/wire/quality.ts'
import { PageTitle, useAction, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { pagePath, studentsPath } from '../../common/address.ts'
import { NoteCard } from '../shared/NoteCard.tsx'
import { useSubmissionPage } from '../shared/page.ts'
import { useNote } from '../shared/useNotes.ts'
import { RuleView } from './view.tsx'

/** Route `reports/quality/:rule/:regulatorCode` of a submission. */
export function Component() {
  const text = useText()
  const t = useMessages('submissions.rule')
  const page = useSubmissionPage()
  const { address, instId, mode } = page
  const { rule = '', regulatorCode = '' } = useParams()
  const { refusal } = useViewer()
  const { text: fetchText, saveText, download } = useServices()
  const note = useNote(page, 'rule', rule)
  const table = useTable('qualityRuleDetail', tableDefaults({ pageSize: pageSizes[1] }))
  const path = { id: address.submissionId, validationId: rule }
  const query = { instId, regulator: regulatorCode }
  const { state } = table
  const { limit, offset } = table.parameters
  const isAll = limit < 0
  const refused = refusal(
    mode === 'ovt'
      ? 'online-validation.reports-validation-details-ovt'
      : 'collections.reports-validation-details',
  )
  const detail = useResource(
    getValidation,
    refused === undefined
      ? {
          path,
          query: {
            ...query,
            limit: String(isAll ? limits.pageLimit : limit),
            offset: String(offset),
            ...(state.search === '' ? {} : { search: state.search }),
            ...(state.sort
              ? {
                  sortBy: state.sort.column,
                  sortOrder: state.sort.direction === 'descending' ? ('DESC' as const) : ('ASC' as const),
                }
              : {}),
          },
        }
      : undefined,
  )
  // Many records come as a file of the store, which the browser saves without holding it (specification 2 §7.6).
  const isBulk = (detail.data?.Failures ?? 0) > limits.ruleDetailDirectCsv
  const csv = useAction(
    () => fetchText(getValidation, { path, query }, isBulk ? 'text/uri-list' : 'text/csv'),
    {
      onDone: (_, content) =>
        isBulk
          ? download(content.trim())
          : saveText(`${rule}.${regulatorCode}.${address.submissionId}.csv`, content),
    },
  )
  const isWhole = detail.data?.Measures === 'file'
  return (
    <>
      <PageTitle title={rule} />
      <RuleView
        detail={detail}
        table={state}
        onTableChange={table.change}
        typed={table.typed}
        onType={table.type}
        onSearch={table.search}
        studentHref={student => studentsPath(address, student)}
        onDownload={() => csv.run(undefined)}
        isDownloading={csv.isRunning}
        downloadProblem={csv.problem}
        refusal={text(refused)}
        downloadRefusal={isWhole ? t('downloadNothing') : undefined}
        backHref={pagePath(address, 'reports')}
        note={note && <NoteCard {...note} />}
      />
    </>
  )
}
