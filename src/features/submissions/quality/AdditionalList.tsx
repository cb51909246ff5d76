import {
  type AdditionalReport,
  isAdditionalReport,
  type ReportFindings,
  type ReportNeed,
  reportNeed,
  reportNeeds,
} from '../../../domain/additionalReports.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  formatCount,
  Link,
  Row,
  StatusTag,
  tableState,
} from '../../../ui/index.ts'
import { additionalReportPath, type SubmissionAddress } from '../../common/address.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import styles from './AdditionalList.module.css'

export interface ListedReport {
  CollectionReportCode: string
  Title: string
  Details: string
  Contents?: { name: string; total: number; before?: number | undefined }[] | undefined
}

export interface AdditionalListProps {
  address: SubmissionAddress
  reports: Loaded<ListedReport[]>
  /** When the earlier upload was made that the numbers are compared with; undefined without one. */
  comparedWith?: string | undefined
  /** Whether no more of them are to come; undefined while that is not known. */
  areReleased: boolean | undefined
  /** What the transfers of research students ask of the reader. */
  transfers: Omit<ReportFindings, 'contents'>
}

interface Line {
  code: AdditionalReport | undefined
  title: string
  details: string
  contents: readonly { name: string; total: number; before?: number | undefined }[]
  need: ReportNeed
  count: number
}

const unpaged = tableState({ pageSize: 'all' })

/** The reports that have a page, those that ask for something first (specification 2 §2.9, mock 12). */
const linesOf = (reports: readonly ListedReport[], transfers: AdditionalListProps['transfers']): Line[] =>
  reports
    .flatMap(({ CollectionReportCode: code, Title, Details, Contents = [] }): Line[] =>
      isAdditionalReport(code)
        ? [
            {
              code,
              title: Title,
              details: Details,
              contents: Contents,
              ...reportNeed(code, { ...transfers, contents: Contents }),
            },
          ]
        : [],
    )
    .toSorted((one, other) => reportNeeds.indexOf(one.need) - reportNeeds.indexOf(other.need))

/** The additional reports: what is in each, and what it asks of the reader. */
export function AdditionalList(props: AdditionalListProps) {
  const { address, reports, comparedWith, areReleased, transfers } = props
  const t = useMessages('submissions.quality')
  const words = useMessages('submissions.qualityParts')
  const text = useText()
  const columns: DataColumn<Line>[] = [
    {
      id: 'report',
      header: words('additional.columns.report'),
      isRowHeader: true,
      width: 'wide',
      cell: line => (
        <span className={styles.report}>
          <Row gap={2}>
            {line.code === undefined ? (
              line.title
            ) : (
              <Link href={additionalReportPath(address, line.code)} variant="row">
                {line.title}
              </Link>
            )}
            <code className={styles.code}>{line.code}</code>
          </Row>
          <span className={styles.note}>{line.details}</span>
        </span>
      ),
    },
    {
      id: 'contents',
      header: words('additional.columns.contents'),
      cell: line =>
        line.contents.length === 0 ? (
          '–'
        ) : (
          <ul className={styles.contents} data-plain>
            {line.contents.map(({ name, total }) => (
              <li key={name}>
                <b>{formatCount(total)}</b> {name}
              </li>
            ))}
          </ul>
        ),
    },
    ...(comparedWith === undefined
      ? []
      : [
          {
            id: 'compared',
            header: words('additional.columns.compared', { at: text(loggedAt(comparedWith)) }),
            cell: (line: Line) => <Changes contents={line.contents} />,
          },
        ]),
    {
      id: 'need',
      header: words('additional.columns.need'),
      cell: line => <Need line={line} address={address} />,
    },
  ]
  return (
    <WhenLoaded
      resource={reports}
      loading={t('sections.additional')}
      failed={words('additional.failed')}
      sketch="rows"
    >
      {list => {
        const known = linesOf(list, transfers)
        if (known.length === 0 && areReleased !== false)
          return <EmptyState title={words('additional.none')} />
        const later: Line[] =
          areReleased === false
            ? [
                {
                  code: undefined,
                  title: words('additional.further'),
                  details: words('additional.notReleased'),
                  contents: [],
                  need: 'nothing',
                  count: 0,
                },
              ]
            : []
        const lines = [...known, ...later]
        const numberOf = (need: string) => known.filter(line => line.need === need).length
        return (
          <DataTable
            id="additional-reports"
            stacks
            caption={
              numberOf('act') > 0
                ? words('additional.asking', { count: numberOf('act') })
                : words('additional.caption', { count: known.length })
            }
            columns={columns}
            rows={lines}
            rowId={line => line.code ?? 'later'}
            state={unpaged}
            onChange={() => {}}
            isUnpaged
            empty={<EmptyState level={0} title={words('additional.none')} />}
            groups={{
              of: line => line.need,
              heading: need => words(`additional.groups.${need as ReportNeed}`, { count: numberOf(need) }),
            }}
          />
        )
      }}
    </WhenLoaded>
  )
}

/** What has changed since the earlier upload, by list. */
function Changes({ contents }: Pick<Line, 'contents'>) {
  const words = useMessages('submissions.qualityParts')
  const known = contents.flatMap(({ name, total, before }) =>
    before === undefined ? [] : [{ name, change: total - before }],
  )
  const changed = known.filter(({ change }) => change !== 0)
  if (known.length === 0) return '–'
  if (changed.length === 0) return <span className={styles.note}>{words('additional.same')}</span>
  return (
    <ul className={styles.contents} data-plain>
      {changed.map(({ name, change }) => (
        <li key={name}>
          <b>
            {change > 0 ? '+' : '-'}
            {formatCount(Math.abs(change))}
          </b>{' '}
          {name}
        </li>
      ))}
    </ul>
  )
}

function Need({ line, address }: { line: Line; address: SubmissionAddress }) {
  const words = useMessages('submissions.qualityParts')
  const { code, need, count } = line
  if (code === undefined)
    return (
      <StatusTag tone="neutral" variant="plain">
        {words('additional.notYet')}
      </StatusTag>
    )
  if (need === 'nothing' || (code !== 'PGRIN' && code !== 'PGROUT' && code !== 'CONPOP'))
    return <span className={styles.note}>{words('additional.nothing')}</span>
  return (
    <StatusTag tone={need === 'act' ? 'attention' : 'waiting'} variant="plain">
      <Link href={additionalReportPath(address, code)}>
        {code === 'PGRIN' && need === 'look'
          ? words('additional.needs.notAgreed', { count })
          : words(`additional.needs.${code}`, { count })}
      </Link>
    </StatusTag>
  )
}
