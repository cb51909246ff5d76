import type { ReactNode } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import type { AuditLine, ResponseOfAuditLines } from '../../../domain/wire/audit.ts'
import type { Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Page,
  PageHeader,
  Row,
  StatusTag,
} from '../../../ui/index.ts'
import { FilterSelect, TableSearch } from '../../common/ListTools.tsx'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { actionText } from './actionText.ts'

export interface AuditViewProps {
  lines: Loaded<ResponseOfAuditLines>
  table: Pick<Table, 'state' | 'change' | 'typed' | 'type' | 'search' | 'filter'>
  outcome: AuditLine['outcome'] | undefined
  /** The panel under an open line. */
  proof: (line: AuditLine) => ReactNode
}

/** The audit: its lines, the latest first, and the proof of each. */
export function AuditView({ lines, table, outcome, proof }: AuditViewProps) {
  const t = useMessages('management.audit')
  const text = useText()
  return (
    <Page header={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}>
      <DataTable
        id="audit"
        caption={t('caption')}
        isCaptionHidden
        columns={columnsOf(t, text)}
        rows={lines.data?.lines ?? []}
        rowId={line => String(line.id)}
        rowLabel={line => t('line', { id: String(line.id) })}
        state={table.state}
        onChange={table.change}
        serverTotal={lines.data?.pagingMetadata.totalResultsCount ?? 0}
        status={lines.status}
        stacks
        detail={proof}
        toolbar={
          <Row gap={4}>
            <TableSearch label={t('search')} table={table} />
            <FilterSelect
              label={t('outcome.label')}
              anyLabel={t('outcome.any')}
              value={outcome}
              options={[
                { id: 'done', label: t('outcome.done') },
                { id: 'refused', label: t('outcome.refused') },
              ]}
              onChange={chosen => table.filter('outcome', chosen)}
            />
          </Row>
        }
        empty={<EmptyState title={t('empty')} icon="clock" level={0} />}
        failure={<LoadFailure title={t('failed')} problem={lines.problem} onRetry={lines.retry} level={0} />}
      />
    </Page>
  )
}

const columnsOf = (t: Translate<'management.audit'>, text: ToText): readonly DataColumn<AuditLine>[] => [
  {
    id: 'occurred',
    header: t('columns.occurred'),
    value: line => line.occurredUtc,
    cell: line => text(loggedAt(line.occurredUtc)),
    kind: 'moment',
    width: 'narrow',
    isSortable: false,
  },
  { id: 'actor', header: t('columns.actor'), value: line => line.actorId, isSortable: false },
  {
    id: 'organisation',
    header: t('columns.organisation'),
    value: line => line.organisation,
    isSortable: false,
  },
  {
    id: 'action',
    header: t('columns.action'),
    value: line => actionText(t, text, line.action),
    isRowHeader: true,
    isSortable: false,
  },
  { id: 'subject', header: t('columns.subject'), value: line => line.subject, kind: 'id', isSortable: false },
  {
    id: 'outcome',
    header: t('columns.outcome'),
    value: line => line.outcome,
    cell: line => (
      <StatusTag tone={line.outcome === 'done' ? 'good' : 'failed'}>{t(`outcome.${line.outcome}`)}</StatusTag>
    ),
    isSortable: false,
  },
  {
    id: 'seal',
    header: t('columns.seal'),
    value: line => (line.isSealed ? t('seal.sealed') : t('seal.waiting')),
    isSortable: false,
  },
]
