import { type RecordDescription, unitsOf } from '../../../domain/record.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { listStudents, StudentWire } from '../../../domain/wire/students.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  Banner,
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  LinkButton,
  Row,
  SearchField,
  ShareBar,
  Stack,
  StatusTag,
  type TableState,
} from '../../../ui/index.ts'
import { type SubmissionAddress, studentsPath } from '../../common/address.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { ReportViews } from '../shared/ReportViews.tsx'
import styles from './view.module.css'

export interface StudentsViewProps {
  address: SubmissionAddress
  record: Pick<RecordDescription, 'words'> | null | undefined
  students: Loaded<ResponseOf<typeof listStudents>>
  /** What is searched now, and what stands in the box. */
  search: string
  typed: string
  onType: (text: string) => void
  onSearch: (text: string) => void
  table: TableState
  /** The list as it is shown, as the end of the address of a student: the way back, and on to the next. */
  listQuery: string
  onTableChange: (change: Partial<TableState>) => void
  /** Why the viewer may see no single record; undefined for those who may. */
  refusal: string | undefined
  reportHref: string
}

/** The students of a file by the number of their findings, and a search for any of them (specification 2 §2.9). */
export function StudentsView(props: StudentsViewProps) {
  const t = useMessages('submissions.students')
  const { address, record, students, search, refusal } = props
  const words = unitsOf(record)
  if (refusal !== undefined) {
    return (
      <EmptyState
        title={t('refused.title')}
        level={2}
        icon="info"
        actions={<LinkButton href={props.reportHref}>{t('toReport')}</LinkButton>}
      >
        {t('refused.text', { reason: refusal })}
      </EmptyState>
    )
  }
  const total = students.data?.pagingMetadata.totalResultsCount ?? 0
  const most = Math.max(1, ...(students.data?.students.map(({ findings }) => findings) ?? []))
  return (
    <Stack gap={3}>
      <h2 className={styles.heading}>
        {students.data
          ? t(search === '' ? 'list.total' : 'list.found', { total, ...words })
          : t('title', words)}
      </h2>
      {students.data?.withheld !== undefined && <Banner tone="neutral" title={students.data.withheld} />}
      <DataTable
        id="students"
        stacks
        caption={t('list.caption', words)}
        isCaptionHidden
        columns={columnsOf(t, words, student => `${studentsPath(address, student)}${props.listQuery}`, most)}
        rows={students.data?.students ?? []}
        rowId={row => String(row.student)}
        state={props.table}
        onChange={props.onTableChange}
        serverTotal={total}
        status={students.status}
        toolbar={
          <Row gap={3}>
            <ReportViews address={address} record={record} shown="students" />
            <SearchField
              label={t('list.search', words)}
              isLabelHidden
              value={props.typed}
              onChange={props.onType}
              onSearch={props.onSearch}
              placeholder={t('list.searchPlaceholder')}
              isPageSearch
            />
          </Row>
        }
        empty={
          <EmptyState
            level={0}
            title={search === '' ? t('list.none', words) : t('list.notFound', { search, ...words })}
          />
        }
        failure={
          <LoadFailure
            title={t('list.failed', words)}
            problem={students.problem}
            onRetry={students.retry}
            level={0}
          />
        }
      />
    </Stack>
  )
}

const columnsOf = (
  t: Translate<'submissions.students'>,
  words: ReturnType<typeof unitsOf>,
  hrefOf: (student: number) => string,
  most: number,
): DataColumn<StudentWire>[] => [
  {
    id: 'identifier',
    header: t('list.columns.identifier', words),
    value: row => row.identifier,
    cell: row => (
      <Link href={hrefOf(row.student)} variant="row">
        {row.identifier ?? t('list.unnamed')}
      </Link>
    ),
    kind: 'id',
  },
  { id: 'name', header: t('list.columns.name'), value: row => row.name },
  { id: 'course', header: t('list.columns.course'), value: row => row.course },
  {
    id: 'blocking',
    header: t('list.columns.blocking'),
    value: row => row.blocking,
    cell: row =>
      row.blocking > 0 ? (
        <StatusTag tone="failed" variant="plain">
          {t('list.blocks', { count: row.blocking })}
        </StatusTag>
      ) : (
        t('list.blocksNothing')
      ),
  },
  { id: 'findings', header: t('list.columns.findings'), value: row => row.findings, kind: 'number' },
  { id: 'rules', header: t('list.columns.rules'), value: row => row.rules, kind: 'number' },
  {
    id: 'share',
    header: t('list.columns.share'),
    cell: row => <ShareBar share={row.findings / most} label={t('list.bar', { findings: row.findings })} />,
    width: 'wide',
  },
]
