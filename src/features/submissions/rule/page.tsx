import { useParams } from 'react-router'
import { limits, pageSizes } from '../../../domain/limits.ts'
import { neighboursOf } from '../../../domain/neighbours.ts'
import { recordChanges } from '../../../domain/qualityReport.ts'
import { getOvtValidation, getRecordChanges, getValidation } from '../../../domain/wire/quality.ts'
import { PageTitle, useAction, useResource, useServices, useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { pagePath, rulePath, studentsPath } from '../../common/address.ts'
import type { RuleLine } from '../quality/rows.ts'
import { useQualityReport } from '../quality/useQualityReport.ts'
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
  const { refusal, principal } = useViewer()
  const { text: textOf, blob, saveBlob, download } = useServices()
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
  const call = mode === 'ovt' ? getOvtValidation : getValidation
  const detail = useResource(
    call,
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
  const shownChange = recordChanges.find(kind => kind === state.filters.since?.[0])
  const hasEarlier = mode === 'live' && detail.data?.Measures === 'records' && detail.data.Uploads.length > 1
  const changes = useResource(
    getRecordChanges,
    hasEarlier
      ? {
          path,
          query: {
            instId,
            kind: shownChange ?? 'new',
            // How many there are is told with any page of them.
            limit: String(shownChange === undefined ? 1 : isAll ? limits.pageLimit : limit),
            offset: String(shownChange === undefined ? 0 : offset),
          },
        }
      : undefined,
  )
  const changesCsv = useAction(() => blob(getRecordChanges, { path, query: { instId } }, 'text/csv'), {
    onDone: (_, content) => saveBlob(`RecordChanges.${rule}.${address.submissionId}.csv`, content),
  })
  // Many records come as a file of the store, which the browser saves without holding it (specification 2 §7.6).
  const isBulk = (detail.data?.Failures ?? 0) > limits.ruleDetailDirectCsv
  const csv = useAction<undefined, string | Blob>(
    () => (isBulk ? textOf(call, { path, query }, 'text/uri-list') : blob(call, { path, query }, 'text/csv')),
    {
      onDone: (_, content) =>
        typeof content === 'string'
          ? download(content.trim())
          : saveBlob(`${rule}.${regulatorCode}.${address.submissionId}.csv`, content),
    },
  )
  const report = useQualityReport({ address, instId, isReported: refused === undefined })
  const { order, listQuery } = report
  const beside = neighboursOf(order, line => line.code === rule && line.regulatorCode === regulatorCode)
  const to = (line: RuleLine | undefined) =>
    line && { href: `${rulePath(address, line.code, line.regulatorCode)}${listQuery}`, name: line.name }
  const isWhole = detail.data?.Measures === 'file'
  return (
    <>
      <PageTitle title={rule} />
      <RuleView
        reader={principal.organisationType}
        detail={detail}
        table={state}
        changes={
          !hasEarlier
            ? undefined
            : {
                resource: changes,
                shown: shownChange,
                hrefOf: kind => table.hrefWith('since', kind === undefined ? [] : [kind]),
                onDownload: () => changesCsv.run(undefined),
                isDownloading: changesCsv.isRunning,
              }
        }
        onTableChange={table.change}
        typed={table.typed}
        onType={table.type}
        onSearch={table.search}
        studentHref={student => studentsPath(address, student)}
        onDownload={() => csv.run(undefined)}
        isDownloading={csv.isRunning}
        downloadProblem={csv.problem ?? changesCsv.problem}
        refusal={text(refused)}
        downloadRefusal={isWhole ? t('downloadNothing') : undefined}
        reference={page.collection.reference}
        backHref={`${pagePath(address, 'reports')}${listQuery}`}
        neighbours={
          beside && {
            previous: to(beside.previous),
            next: to(beside.next),
            place: beside.place,
            total: order.length,
          }
        }
        note={note && <NoteCard {...note} />}
      />
    </>
  )
}
