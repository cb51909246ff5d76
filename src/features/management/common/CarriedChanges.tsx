import { withParameter } from '../../../domain/addressFilters.ts'
import { canBeTaken, isTaken } from '../../../domain/carryOver.ts'
import { loggedAt } from '../../../domain/dates.ts'
import type {
  CarryOverChange,
  CarryOverWire,
  SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { useAddress, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  CellLines,
  Checkbox,
  type DataColumn,
  DataTable,
  EmptyState,
  Hidden,
  LinkTabs,
  Row,
  SearchField,
  StatusTag,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useRegulatorName } from './regulatorNames.ts'
import type { StartFrom } from './useStartFrom.ts'

/** Parameter of the address: which kind of change is in sight. */
const inSight = 'changes'

/** The changes of the specification that a new one starts from, each to be taken over or left (decisions §18, mock 24b). */
export function CarriedChanges({ start }: { start: StartFrom }) {
  const t = useMessages('management.specifications')
  const { source, changes } = start
  if (!source) return null
  const { version } = source
  return (
    <WhenLoaded
      resource={changes}
      loading={t('carry.loading', { version })}
      failed={t('carry.failed', { version })}
      sketch="rows"
      level={2}
    >
      {data => <Changes start={start} source={source} data={data} />}
    </WhenLoaded>
  )
}

interface ChangesProps {
  start: StartFrom
  source: SpecificationWire
  data: CarryOverWire
}

function Changes({ start, source, data: { changes } }: ChangesProps) {
  const t = useMessages('management.specifications')
  const [address] = useAddress()
  const table = useTable('carryOver', tableDefaults())
  const columns = useColumns(start, source.version)
  const { version } = source
  const isText = (change: CarryOverChange) => change.part !== 'tolerance'
  const showsTexts =
    address.get(inSight) === 'texts' || (!address.has(inSight) && changes.length > 0 && changes.every(isText))
  const ofKind = changes.filter(change => isText(change) === showsTexts)
  const term = table.state.search.trim().toLowerCase()
  const rows = ofKind.filter(({ code, name }) => [code, name].some(it => it.toLowerCase().includes(term)))
  const takenIn = (list: readonly CarryOverChange[]) =>
    start.isCopied ? list.filter(change => isTaken(change, start.decisions) === true).length : 0
  const hrefOf = (part: string) => `?${withParameter(address, inSight, part)}`
  const blocked = ofKind.filter(({ cause }) => cause !== null).length
  const total = changes.length
  return (
    <Card
      title={
        start.isCopied
          ? t('carry.title', { version, taken: takenIn(changes), total })
          : t('carry.dropped', { version, total })
      }
      actions={
        <LinkTabs
          label={t('carry.parts')}
          look="segments"
          tabs={[
            {
              id: 'tolerances',
              label: t('carry.tolerances'),
              count: changes.filter(change => !isText(change)).length,
              href: hrefOf('tolerances'),
              isCurrent: !showsTexts,
            },
            {
              id: 'texts',
              label: t('carry.texts'),
              count: changes.filter(isText).length,
              href: hrefOf('texts'),
              isCurrent: showsTexts,
            },
          ]}
        />
      }
      padding="none"
    >
      <DataTable
        id="carryOver"
        caption={t('carry.table', { version })}
        isCaptionHidden
        isDense
        stacks
        hasTwoLines
        columns={columns(showsTexts, rows)}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        state={table.state}
        onChange={table.change}
        toolbar={
          <Row gap={3}>
            <SearchField
              label={t('carry.rule')}
              isLabelHidden
              placeholder={t('carry.rule')}
              value={table.typed}
              onChange={table.type}
              onSearch={table.search}
            />
            {start.isCopied && ofKind.length > 0 && (
              <span role="status">{t('carry.counted', { taken: takenIn(ofKind), blocked })}</span>
            )}
          </Row>
        }
        groups={{
          of: ({ cause }) => (!start.isCopied ? 'dropped' : cause === null ? 'carried' : 'blocked'),
          heading: group =>
            t(`carry.group.${group as 'blocked' | 'carried' | 'dropped'}`, {
              count:
                group === 'blocked' ? blocked : group === 'carried' ? ofKind.length - blocked : ofKind.length,
            }),
        }}
        empty={
          <EmptyState
            level={0}
            title={ofKind.length === 0 ? t('carry.none', { version }) : t('carry.noneFound')}
          />
        }
      />
    </Card>
  )
}

/** Columns of the tolerances or the texts; with a tick each while they are carried over. */
const useColumns = (start: StartFrom, version: string) => {
  const t = useMessages('management.specifications')
  const text = useText()
  const regulatorName = useRegulatorName()
  const { decisions, decide, isCopied } = start
  const nameOf = ({ name, regulatorCode }: CarryOverChange) =>
    regulatorCode === null
      ? t('carry.takeOne', { rule: name })
      : t('carry.takeFor', { rule: name, regulator: regulatorName(regulatorCode) })
  const tick = (rows: readonly CarryOverChange[]): DataColumn<CarryOverChange> => {
    const free = rows.filter(({ cause }) => cause === null)
    const ids = free.map(({ id }) => id)
    const taken = free.filter(change => isTaken(change, decisions) === true).length
    return {
      id: 'take',
      header: t('carry.take'),
      headerCell: () => (
        <Checkbox
          isSelected={free.length > 0 && taken === free.length}
          isIndeterminate={taken > 0 && taken < free.length}
          isDisabled={free.length === 0}
          onChange={isAll => decide(ids, isAll)}
        >
          <Hidden>{t('carry.takeAll')}</Hidden>
        </Checkbox>
      ),
      cell: change =>
        change.cause === null && (
          <Checkbox
            isSelected={isTaken(change, decisions) === true}
            onChange={isSelected => decide([change.id], isSelected)}
          >
            <Hidden>{nameOf(change)}</Hidden>
          </Checkbox>
        ),
      width: 'narrow',
      isSortable: false,
    }
  }
  return (isText: boolean, rows: readonly CarryOverChange[]): readonly DataColumn<CarryOverChange>[] => [
    ...(isCopied ? [tick(rows)] : []),
    {
      id: 'rule',
      header: t('carry.rule'),
      cell: ({ name, code }) => (
        <CellLines note={code}>
          <strong>{name}</strong>
        </CellLines>
      ),
      isRowHeader: true,
      isSortable: false,
    },
    isText
      ? {
          id: 'part',
          header: t('carry.column.part'),
          cell: ({ part }) => part !== 'tolerance' && t(`carry.part.${part}`),
          isSortable: false,
        }
      : {
          id: 'regulator',
          header: t('carry.column.regulator'),
          cell: ({ regulatorCode }) => regulatorName(regulatorCode ?? ''),
          isSortable: false,
        },
    {
      id: 'fallback',
      header: t('carry.column.fallback'),
      cell: ({ fallback }) => (fallback === null ? t('carry.noDefault') : fallback),
      isSortable: false,
    },
    {
      id: 'value',
      header: t('carry.column.value', { version }),
      cell: ({ value }) => (isText ? value : <strong>{value}</strong>),
      isSortable: false,
    },
    {
      id: 'why',
      header: t('carry.column.why'),
      cell: change =>
        isCopied && change.cause !== null ? (
          <Decision change={change} start={start} />
        ) : (
          <CellLines note={change.reason}>
            {t('carry.by', { by: change.by, at: text(loggedAt(change.at)) })}
          </CellLines>
        ),
      width: 'wide',
      isSortable: false,
    },
  ]
}

/** Why a change cannot be carried over, and what becomes of it. */
function Decision({ change, start }: { change: CarryOverChange; start: StartFrom }) {
  const t = useMessages('management.specifications')
  const { id, cause, part, fallback, value } = change
  if (cause === null) return null
  const decided = isTaken(change, start.decisions)
  const leaving = fallback === null ? 'accept' : 'default'
  return (
    <CellLines note={t(`carry.cause.${cause}`)}>
      <Row gap={2}>
        {decided === undefined ? (
          <>
            {canBeTaken(cause) && (
              <Button size="small" onPress={() => start.decide([id], true)}>
                {part === 'tolerance' ? t('carry.decide.take', { value }) : t('carry.decide.takeText')}
              </Button>
            )}
            <Button size="small" onPress={() => start.decide([id], false)}>
              {t(`carry.decide.${leaving}`)}
            </Button>
          </>
        ) : (
          <>
            <StatusTag tone="neutral" variant="plain">
              {decided ? t('carry.decided.take') : t(`carry.decided.${leaving}`)}
            </StatusTag>
            <Button size="small" variant="quiet" onPress={() => start.decide([id], undefined)}>
              {t('carry.change')}
            </Button>
          </>
        )}
      </Row>
    </CellLines>
  )
}
