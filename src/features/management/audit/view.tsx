import type { ReactNode } from 'react'
import { type AuditKind, auditKindNames, auditKindOf } from '../../../domain/auditKinds.ts'
import { calendarDay, clockTime, londonDate } from '../../../domain/dates.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { AuditLine, ResponseOfAuditLines } from '../../../domain/wire/audit.ts'
import type { Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  CellLines,
  type DataColumn,
  DataTable,
  DateField,
  EmptyState,
  type IconName,
  Page,
  PageHeader,
  Row,
  Stack,
  StatusTag,
  Switch,
  type Tone,
} from '../../../ui/index.ts'
import { FilterSelect, TableSearch } from '../../common/ListTools.tsx'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { deedText } from './actionText.ts'

export interface AuditViewProps {
  lines: Loaded<ResponseOfAuditLines>
  table: Pick<Table, 'state' | 'change' | 'typed' | 'type' | 'search' | 'filter'>
  chosen: {
    outcome: AuditLine['outcome'] | undefined
    kind: AuditKind | undefined
    organisation: string | undefined
    from: string | undefined
    to: string | undefined
    by: 'people' | 'all'
  }
  organisations: readonly { id: string; name: string }[]
  onSave: () => void
  isSaving: boolean
  problem: Problem | undefined
  /** Whether the whole audit is as it was sealed. */
  chain: ReactNode
  /** The panel under an open entry. */
  entry: (line: AuditLine) => ReactNode
}

/** The audit: who did what, the latest first; an entry opens to its subject's history and its proof. */
export function AuditView(props: AuditViewProps) {
  const { lines, table, chosen, organisations, onSave, isSaving, problem, chain, entry } = props
  const t = useMessages('management.audit')
  const text = useText()
  const total = lines.data?.pagingMetadata.totalResultsCount ?? 0
  return (
    <Page
      header={
        <PageHeader
          title={t('title')}
          meta={t('lead')}
          actions={
            <Button icon="download" isPending={isSaving} onPress={onSave}>
              {t('csv', { count: total })}
            </Button>
          }
        />
      }
    >
      <Stack gap={3}>
        <ActionFailure title={t('csvFailed')} problem={problem} />
        {chain}
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
          serverTotal={total}
          status={lines.status}
          stacks
          detail={entry}
          groups={{
            of: line => londonDate(new Date(line.occurredUtc)),
            heading: day => text(calendarDay(day)),
          }}
          toolbar={
            <Row gap={3} align="end">
              <TableSearch label={t('search')} table={table} />
              <DateField
                label={t('from')}
                value={chosen.from ?? ''}
                onChange={day => table.filter('from', day === '' ? [] : [day])}
              />
              <DateField
                label={t('to')}
                value={chosen.to ?? ''}
                onChange={day => table.filter('to', day === '' ? [] : [day])}
              />
              <FilterSelect
                label={t('kind.label')}
                anyLabel={t('kind.any')}
                value={chosen.kind}
                options={auditKindNames.map(id => ({ id, label: t(`kind.${id}`) }))}
                onChange={ids => table.filter('kind', ids)}
              />
              <FilterSelect
                label={t('organisation.label')}
                anyLabel={t('organisation.any')}
                value={chosen.organisation}
                options={organisations.map(({ id, name }) => ({ id, label: name }))}
                onChange={ids => table.filter('organisation', ids)}
              />
              <FilterSelect
                label={t('outcome.label')}
                anyLabel={t('outcome.any')}
                value={chosen.outcome}
                options={[
                  { id: 'done', label: t('outcome.done') },
                  { id: 'refused', label: t('outcome.refused') },
                ]}
                onChange={ids => table.filter('outcome', ids)}
              />
              <Switch
                isSelected={chosen.by === 'all'}
                onChange={isAll => table.filter('by', isAll ? ['all'] : [])}
              >
                {t('withSystem')}
              </Switch>
            </Row>
          }
          empty={<EmptyState title={t('empty')} icon="clock" level={0} />}
          failure={
            <LoadFailure title={t('failed')} problem={lines.problem} onRetry={lines.retry} level={0} />
          }
        />
      </Stack>
    </Page>
  )
}

const icons: Record<AuditKind, IconName> = {
  uploads: 'upload',
  decisions: 'arrowRight',
  processing: 'progress',
  issues: 'comment',
  downloads: 'download',
  collections: 'calendar',
  specifications: 'columns',
  jobs: 'refresh',
  providers: 'organisation',
  access: 'lock',
}

/** Decisions about a submission have their own look; other events only move it on. */
const decided: ReadonlyMap<string, { tone: Tone; icon: IconName }> = new Map([
  ['APPROVE', { tone: 'good', icon: 'check' }],
  ['SIGN_OFF', { tone: 'good', icon: 'check' }],
  ['DECLINE', { tone: 'failed', icon: 'cross' }],
  ['REQUEST_RESUBMISSION', { tone: 'failed', icon: 'cross' }],
])

const iconOf = ({ outcome, action }: AuditLine): IconName =>
  outcome === 'refused' ? 'lock' : (decided.get(action)?.icon ?? icons[auditKindOf(action) ?? 'access'])

const toneOf = ({ outcome, action }: AuditLine): Tone => {
  if (outcome === 'refused') return 'failed'
  const known = decided.get(action)
  if (known) return known.tone
  const kind = auditKindOf(action)
  return kind === 'downloads' || kind === 'specifications' ? 'attention' : 'neutral'
}

const aboutOf = (t: Translate<'management.audit'>, { about, subject }: AuditLine): string =>
  about.name === null ? (subject ?? '') : t(`about.${about.kind}`, { name: about.name })

const noteOf = (
  t: Translate<'management.audit'>,
  { about: { note, collection } }: AuditLine,
): string | null =>
  note !== null && collection !== null ? t('about.inCollection', { note, collection }) : (note ?? collection)

const columnsOf = (t: Translate<'management.audit'>, text: ToText): readonly DataColumn<AuditLine>[] => [
  {
    id: 'occurred',
    header: t('columns.occurred'),
    value: line => line.occurredUtc,
    cell: line => text(clockTime(line.occurredUtc)),
    kind: 'moment',
    width: 'narrow',
    isSortable: false,
  },
  {
    id: 'actor',
    header: t('columns.actor'),
    value: line => line.actorName ?? line.actorId,
    cell: line => (
      <CellLines note={line.organisationName ?? (line.actorId === 'system' ? null : line.organisation)}>
        {line.actorName ?? (line.actorId === 'system' ? t('system') : line.actorId)}
      </CellLines>
    ),
    isSortable: false,
  },
  {
    id: 'action',
    header: t('columns.action'),
    value: line => deedText(t, text, line),
    cell: line => (
      <StatusTag tone={toneOf(line)} variant="plain" icon={iconOf(line)}>
        {deedText(t, text, line)}
      </StatusTag>
    ),
    isRowHeader: true,
    isSortable: false,
  },
  {
    id: 'about',
    header: t('columns.about'),
    value: line => aboutOf(t, line),
    cell: line => <CellLines note={noteOf(t, line)}>{aboutOf(t, line)}</CellLines>,
    isSortable: false,
    width: 'wide',
  },
  {
    id: 'seal',
    header: t('columns.seal'),
    value: line => (line.isSealed ? t('seal.sealed') : t('seal.waiting')),
    cell: line => (
      <StatusTag tone={line.isSealed ? 'good' : 'waiting'} variant="plain">
        {line.isSealed ? t('seal.sealed') : t('seal.waiting')}
      </StatusTag>
    ),
    isSortable: false,
  },
]
