import { useState } from 'react'
import { StatusTag } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { DataTable } from '../DataTable.tsx'
import { type DataColumn, type TableState, tableState } from '../dataTableTypes.ts'
import { FilterTags } from '../FilterTags.tsx'
import { Columns, Stack } from '../Layout.tsx'
import { Link } from '../Link.tsx'
import { Menu } from '../Menu.tsx'
import { MultiSelect } from '../MultiSelect.tsx'
import { SearchField } from '../SearchField.tsx'
import { EmptyState, ErrorState } from '../States.tsx'
import { StatTiles } from '../StatTiles.tsx'
import { countedOptions, type Delivery, deliveries } from './samples.ts'

const columns: readonly DataColumn<Delivery>[] = [
  {
    id: 'stall',
    header: 'Stall',
    value: row => row.stall,
    cell: row => (
      <Link href={`#${row.id}`} variant="row">
        {row.stall}
      </Link>
    ),
    isSortable: true,
    canHide: false,
  },
  { id: 'id', header: 'Delivery', kind: 'id', width: 'narrow', cell: row => <code>{row.id}</code> },
  {
    id: 'state',
    header: 'State',
    value: row => row.label,
    cell: row => <StatusTag tone={row.state}>{row.label}</StatusTag>,
    isSortable: true,
  },
  {
    id: 'crates',
    header: 'Crates',
    kind: 'number',
    value: row => row.crates,
    isSortable: true,
    firstDirection: 'descending',
  },
  { id: 'weight', header: 'Weight in kg', kind: 'number', value: row => row.weight, isSortable: true },
  {
    id: 'arrived',
    header: 'Arrived',
    width: 'narrow',
    value: row => row.arrived,
    cell: row => row.arrived,
    isSortable: true,
    firstDirection: 'descending',
  },
]

const some = deliveries(48)
const many = deliveries(1500)
const none: Delivery[] = []
const idOf = (row: Delivery) => row.id
const nameOf = (row: Delivery) => row.stall
const partsOf = (row: Delivery) => row.children
const fewColumns = columns.filter(column => ['stall', 'state', 'weight'].includes(column.id))

export function TableSamples() {
  const [state, setState] = useState<TableState>(
    tableState({ sort: { column: 'arrived', direction: 'descending' }, expanded: ['a41f-2776'] }),
  )
  const [long, setLong] = useState<TableState>(tableState({ pageSize: 'all' }))
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string[]>(['accepted'])
  return (
    <Stack gap={6}>
      <StatTiles
        label="Today"
        tiles={[
          { id: 'in', label: 'Deliveries', value: 1204, note: '38 since noon' },
          { id: 'ok', label: 'Accepted', value: 1128, tone: 'good', href: '#accepted' },
          { id: 'short', label: 'Short', value: 7, tone: 'attention', href: '#short' },
          { id: 'no', label: 'Refused', value: 3, tone: 'failed', href: '#refused' },
          { id: 'time', label: 'Time at the gate', value: '4 min', note: 'Median' },
        ]}
      />
      <DataTable
        id="deliveries"
        caption="Deliveries"
        columns={columns}
        rows={some}
        rowId={idOf}
        rowLabel={nameOf}
        subRows={partsOf}
        state={state}
        onChange={change => setState({ ...state, ...change })}
        empty={<EmptyState level={0} title="No deliveries" />}
        toolbar={
          <>
            <SearchField
              label="Search deliveries"
              isLabelHidden
              placeholder="Search deliveries"
              isPageSearch
              value={text}
              onChange={setText}
            />
            <MultiSelect label="State" options={countedOptions} value={chosen} onChange={setChosen} />
            <Button icon="download">Download</Button>
          </>
        }
        tags={
          <FilterTags
            label="Chosen filters"
            tags={countedOptions
              .filter(option => chosen.includes(option.id))
              .map(option => ({ id: option.id, filter: 'State', label: option.label }))}
            onRemove={id => setChosen(chosen.filter(each => each !== id))}
            onClear={() => setChosen([])}
          />
        }
        actions={row => (
          <Menu
            label={`More actions for ${row.stall}`}
            items={[
              { id: 'approve', label: 'Accept', icon: 'check' },
              {
                id: 'weigh',
                label: 'Weigh again',
                icon: 'refresh',
                disabledReason: 'The scales are being checked until 14:00',
              },
              { id: 'refuse', label: 'Refuse', icon: 'cross', tone: 'danger' },
            ]}
          />
        )}
        pageSizes={[10, 25, 50, 100, 'all']}
        hasColumnChoice
      />
      <Columns layout="thirds">
        <DataTable
          id="loading"
          caption="Loading"
          columns={fewColumns}
          rows={none}
          rowId={idOf}
          state={tableState()}
          onChange={() => {}}
          status="loading"
          empty={null}
        />
        <DataTable
          id="empty"
          caption="Empty"
          columns={fewColumns}
          rows={none}
          rowId={idOf}
          state={tableState()}
          onChange={() => {}}
          empty={
            <EmptyState level={0} title="No deliveries match" actions={<Button>Clear all filters</Button>}>
              Try fewer filters, or another day.
            </EmptyState>
          }
        />
        <DataTable
          id="failed"
          caption="Failed"
          columns={fewColumns}
          rows={none}
          rowId={idOf}
          state={tableState()}
          onChange={() => {}}
          status="failed"
          empty={null}
          failure={
            <ErrorState
              level={0}
              title="The list could not be loaded"
              onRetry={() => {}}
              details="503 · 09:42 · 7f31"
            >
              The hall did not answer.
            </ErrorState>
          }
        />
      </Columns>
      <DataTable
        id="long"
        caption="A long list, drawn in part"
        columns={columns}
        rows={many}
        rowId={idOf}
        rowLabel={nameOf}
        state={long}
        onChange={change => setLong({ ...long, ...change })}
        pageSizes={[100, 'all']}
        empty={null}
      />
    </Stack>
  )
}
