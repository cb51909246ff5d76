import type { ReactNode } from 'react'
import { type ContentStateName, contentStateById } from '../../../domain/content.ts'
import { loggedAt } from '../../../domain/dates.ts'
import type { ContentWire } from '../../../domain/wire/specifications.ts'
import { type Table, useViewer } from '../../../hooks/index.ts'
import { useInlineChoice } from '../../../hooks/inlineChoice.ts'
import type { Result } from '../../../machines/support/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  LinkButton,
  Page,
  PageHeader,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { newAddresses } from './addresses.ts'
import { InlineChoice } from './InlineChoice.tsx'
import { ManagementTabs } from './ManagementTabs.tsx'
import { useStateChange } from './useStateChange.ts'

export interface ContentListProps<Row extends ContentWire> {
  kind: 'schemas' | 'rulesets'
  list: Loaded<readonly Row[]>
  table: Pick<Table, 'state' | 'change'>
  changeState: (row: Row, stateId: number) => Promise<Result<ContentWire>>
  onChanged: () => void
  /** Columns between the state and when it was updated, and after all. */
  more: readonly DataColumn<Row>[]
  notice?: ReactNode
  /** Where what it holds is shown. */
  pathOf?: (row: Row) => string
}

const tones: Readonly<Record<ContentStateName, Tone>> = {
  DRAFT: 'waiting',
  AVAILABLE: 'good',
  WITHDRAWN: 'neutral',
}

/** Schemas or rulesets with their states, changed in their places (decisions §6). */
export function ContentList<Row extends ContentWire>(props: ContentListProps<Row>) {
  const { kind, list, table, more, notice, pathOf } = props
  const t = useMessages('management.content')
  const text = useText()
  const { may } = useViewer()
  const columns: readonly DataColumn<Row>[] = [
    {
      id: 'version',
      header: t('columns.version'),
      value: ({ version }) => version,
      cell: row => (pathOf ? <Link href={pathOf(row)}>{row.version}</Link> : row.version),
      isRowHeader: true,
      isSortable: false,
    },
    {
      id: 'state',
      header: t('columns.state'),
      value: ({ state }) => state.name,
      cell: row => <StateChoice {...props} row={row} />,
      width: 'wide',
      isSortable: false,
    },
    ...more,
    {
      id: 'updated',
      header: t('columns.updated'),
      value: ({ updatedUtc }) => updatedUtc,
      cell: ({ updatedUtc }) => text(loggedAt(updatedUtc)),
      kind: 'moment',
      isSortable: false,
    },
    {
      id: 'updatedBy',
      header: t('columns.updatedBy'),
      value: ({ updatedBy }) => updatedBy,
      isSortable: false,
    },
  ]
  return (
    <Page
      steps={<ManagementTabs current={kind} />}
      header={
        <PageHeader
          title={t(`${kind}.title`)}
          actions={
            may('management.content') && (
              <LinkButton href={newAddresses[kind]} icon="upload">
                {t(`${kind}.publish`)}
              </LinkButton>
            )
          }
        >
          {t(`${kind}.lead`)}
        </PageHeader>
      }
    >
      {notice}
      <DataTable
        id={kind}
        caption={t(`${kind}.title`)}
        isCaptionHidden
        columns={columns}
        rows={list.data ?? []}
        rowId={({ id }) => String(id)}
        rowLabel={({ version }) => version}
        state={table.state}
        onChange={table.change}
        status={list.status}
        stacks
        empty={<EmptyState title={t(`${kind}.empty`)} level={0} />}
        failure={
          <LoadFailure title={t(`${kind}.failed`)} problem={list.problem} onRetry={list.retry} level={0} />
        }
      />
    </Page>
  )
}

function StateChoice<Row extends ContentWire>({
  row,
  changeState,
  onChanged,
}: Pick<ContentListProps<Row>, 'changeState' | 'onChanged'> & { row: Row }) {
  const t = useMessages('management.content')
  const change = useStateChange(row.version, stateId => changeState(row, stateId), onChanged)
  const choice = useInlineChoice(row.state.id, stateId => change(row.state.id, stateId), onChanged)
  const known = contentStateById(row.state.id)
  return (
    <InlineChoice
      choice={choice}
      label={t('state.of', { version: row.version })}
      options={row.availableStates}
      isOffered={row.availableStates.length > 0}
    >
      <StatusTag tone={known ? tones[known.name] : 'neutral'} variant="plain">
        {row.state.name}
      </StatusTag>
    </InlineChoice>
  )
}
