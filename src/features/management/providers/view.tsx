import { useMemo } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import { countryLabel } from '../../../domain/labels.ts'
import { isNotOnboarded } from '../../../domain/provider.ts'
import type { ManagedProviderWire } from '../../../domain/wire/providers.ts'
import type { Choice } from '../../../hooks/choice.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Checkbox,
  ConfirmDialog,
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { choiceColumn } from '../../common/choiceColumn.tsx'
import { TableSearch, TableViews } from '../../common/ListTools.tsx'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { providerPath } from '../common/addresses.ts'
import { ManagementTabs } from '../common/ManagementTabs.tsx'
import { OnboardedTag } from '../common/OnboardedTag.tsx'
import {
  inView,
  providerFilters,
  providerViews,
  type RegulatorNames,
  regulatorName,
  searched,
} from './filters.ts'

type Provider = ManagedProviderWire

export interface ProvidersViewProps {
  list: Loaded<readonly Provider[]>
  regulators: RegulatorNames
  table: Pick<Table, 'state' | 'change' | 'hrefWith' | 'typed' | 'type' | 'search'>
  mayChange: boolean
  choice: Choice
  onboard: Pick<
    ActionHandle<readonly string[]>,
    'ask' | 'action' | 'isOpen' | 'isRunning' | 'problem' | 'confirm' | 'dismiss'
  >
  /** Saves providers as a register. */
  onExport: (providers: readonly Provider[]) => void
}

const noRows: readonly Provider[] = []

/** Every provider of the register, onboarded or not. Many are added and onboarded at once (decisions §19). */
export function ProvidersView(props: ProvidersViewProps) {
  const { list, regulators, table, mayChange, onExport } = props
  const { chosen, choose } = props.choice
  const t = useMessages('management.providers')
  const text = useText()
  const all = list.data ?? noRows
  const view = providerViews.find(one => one === table.state.filters.view?.[0])
  const rows = useMemo(() => searched(inView(all, view), table.state.search), [all, view, table.state.search])
  const columns = useMemo(
    () => [
      ...(mayChange ? [choiceOf(t, { chosen, choose })] : []),
      ...columnsOf(t, text, regulators, mayChange),
    ],
    [t, text, regulators, mayChange, chosen, choose],
  )
  const filters = useMemo(() => providerFilters(t, text, regulators), [t, text, regulators])
  const waiting = inView(all, 'waiting').length
  const grouping = table.state.sort?.column === 'onboarded' && {
    groups: {
      of: (row: Provider) => (isNotOnboarded(row) ? 'waiting' : 'onboarded'),
      heading: (group: string) =>
        group === 'waiting'
          ? t('group.waiting', { count: waiting })
          : t('group.onboarded', { count: all.length - waiting }),
    },
  }
  return (
    <Page
      steps={<ManagementTabs current="providers" />}
      header={
        <PageHeader
          title={t('title')}
          actions={
            <>
              <Button icon="download" onPress={() => onExport(rows)}>
                {t('export')}
              </Button>
              {mayChange && (
                <LinkButton href="/management/providers/import" variant="primary" icon="upload">
                  {t('import.title')}
                </LinkButton>
              )}
            </>
          }
        >
          {list.data &&
            t('counts', {
              count: all.length,
              onboarded: all.length - waiting,
              noContact: inView(all, 'noContact').length,
            })}
        </PageHeader>
      }
    >
      <DataTable
        id="providers"
        caption={t('caption')}
        isCaptionHidden
        columns={columns}
        rows={rows}
        rowId={row => row.instId}
        rowLabel={row => row.publishedName}
        state={table.state}
        onChange={table.change}
        toolbar={
          <>
            <TableSearch label={t('search')} isLabelHidden placeholder={t('search')} table={table} />
            <TableViews
              label={t('views.label')}
              filter="view"
              views={[undefined, ...providerViews].map(id => ({
                id,
                label: t(`views.${id ?? 'all'}`),
                count: inView(all, id).length,
              }))}
              current={view}
              table={table}
            />
          </>
        }
        filters={filters}
        filterMessages={{ chosen: t('filters.chosen'), clear: t('filters.clear') }}
        tieBreaker="id"
        hasColumnChoice
        {...grouping}
        {...(mayChange
          ? { tags: (inFilter: readonly Provider[]) => <Many {...props} inFilter={inFilter} /> }
          : {})}
        status={list.status}
        stacks
        empty={<EmptyState title={t(all.length === 0 ? 'empty' : 'noneInView')} level={0} />}
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
    </Page>
  )
}

/** All that are not onboarded at once, how many are chosen, and what is done with them. */
function Many({
  list,
  choice,
  onboard,
  inFilter,
}: Pick<ProvidersViewProps, 'list' | 'choice' | 'onboard'> & { inFilter: readonly Provider[] }) {
  const t = useMessages('management.providers')
  const text = useText()
  const able = inFilter.filter(isNotOnboarded).map(({ instId }) => instId)
  const chosen = (list.data ?? noRows).filter(
    provider => isNotOnboarded(provider) && choice.chosen.has(provider.instId),
  )
  const among = able.filter(id => choice.chosen.has(id)).length
  const isAll = among > 0 && among === able.length
  const count = chosen.length
  if (able.length === 0 && count === 0) return null
  const silent = chosen.filter(({ contacts }) => contacts.length === 0).length
  return (
    <Row gap={3}>
      <Checkbox
        isSelected={isAll}
        isIndeterminate={among > 0 && !isAll}
        disabledReason={able.length === 0 ? t('many.noneInFilter') : undefined}
        onChange={isChosen => choice.choose(able, isChosen)}
      >
        {t('many.all', { count: able.length })}
      </Checkbox>
      <span role="status">{count > 0 && t('many.chosen', { count })}</span>
      <Button
        variant={count > 0 ? 'primary' : 'secondary'}
        size="small"
        aria-haspopup="dialog"
        disabledReason={count === 0 ? t('many.chooseFirst') : undefined}
        onPress={() => onboard.ask(chosen.map(({ instId }) => instId))}
      >
        {t('onboardMany.title', { count })}
      </Button>
      {silent > 0 && <span>{t('many.noContact', { count: silent })}</span>}
      {count > 0 && (
        <Button variant="quiet" size="small" onPress={choice.clear}>
          {t('many.clear')}
        </Button>
      )}
      <ConfirmDialog
        title={t('onboardMany.question', { count: onboard.action?.length ?? 0 })}
        isOpen={onboard.isOpen}
        confirmLabel={t('onboardMany.title', { count: onboard.action?.length ?? 0 })}
        cancelLabel={t('cancel')}
        isPending={onboard.isRunning}
        error={text(onboard.problem?.reason)}
        onConfirm={onboard.confirm}
        onCancel={onboard.dismiss}
      >
        <Stack gap={2}>
          <p>{t('onboardMany.follows')}</p>
          {silent > 0 && <p>{t('onboardMany.noContact', { count: silent })}</p>}
        </Stack>
      </ConfirmDialog>
    </Row>
  )
}

const choiceOf = (
  t: Translate<'management.providers'>,
  { chosen, choose }: Pick<Choice, 'chosen' | 'choose'>,
): DataColumn<Provider> =>
  choiceColumn({
    header: t('many.column'),
    nameOf: ({ publishedName }) => t('many.choose', { name: publishedName }),
    isChosen: ({ instId }) => chosen.has(instId),
    refusalOf: provider => (isNotOnboarded(provider) ? undefined : t('many.isOnboarded')),
    onChoose: (providers, isChosen) =>
      choose(
        providers.map(({ instId }) => instId),
        isChosen,
      ),
  })

/** The first contact by name, with how many more there are. */
function Contacts({ provider, mayChange }: { provider: Provider; mayChange: boolean }) {
  const t = useMessages('management.providers')
  const { contacts, instId, isTakenIn, publishedName } = provider
  const [first] = contacts
  if (first)
    return (
      <Link
        href={providerPath(instId)}
        aria-label={t('contact.of', { name: publishedName, contact: first.name })}
      >
        {t('contact.first', { name: first.name, more: contacts.length - 1 })}
      </Link>
    )
  return (
    <Row gap={1}>
      <StatusTag tone="attention" variant="plain">
        {t('none')}
      </StatusTag>
      {mayChange && isTakenIn && (
        <Link
          href={`${providerPath(instId)}/details`}
          aria-label={t('contact.addTo', { name: publishedName })}
        >
          {t('contact.add')}
        </Link>
      )}
    </Row>
  )
}

const columnsOf = (
  t: Translate<'management.providers'>,
  text: ToText,
  regulators: RegulatorNames,
  mayChange: boolean,
): readonly DataColumn<Provider>[] => [
  {
    id: 'id',
    header: t('columns.id'),
    value: row => row.instId,
    kind: 'id',
    width: 'narrow',
    isSortable: true,
  },
  { id: 'ukprn', header: t('columns.ukprn'), value: row => row.ukprn, kind: 'id', isSortable: true },
  {
    id: 'name',
    header: t('columns.name'),
    value: row => row.name,
    cell: row => <Link href={providerPath(row.instId)}>{row.name}</Link>,
    isRowHeader: true,
    isSortable: true,
    width: 'wide',
  },
  {
    id: 'publishedName',
    header: t('columns.publishedName'),
    value: row => row.publishedName,
    isSortable: true,
  },
  {
    id: 'country',
    header: t('columns.country'),
    value: row => text(countryLabel(row.countryCode)),
    isSortable: true,
  },
  {
    id: 'regulator',
    header: t('columns.regulator'),
    explanation: (
      <Term id="regulator" isMark>
        {t('columns.regulator')}
      </Term>
    ),
    value: row => regulatorName(regulators, row.regulatorCode),
    isSortable: true,
  },
  {
    id: 'risk',
    header: t('columns.risk'),
    explanation: (
      <Term id="riskCode" isMark>
        {t('columns.risk')}
      </Term>
    ),
    value: row => row.riskCode,
    kind: 'id',
    width: 'narrow',
    isSortable: true,
  },
  {
    id: 'contacts',
    header: t('columns.contacts'),
    value: row => row.contacts[0]?.name,
    cell: row => <Contacts provider={row} mayChange={mayChange} />,
  },
  {
    id: 'reminded',
    header: t('columns.reminded'),
    value: row => row.lastRemindedUtc,
    cell: row => (row.lastRemindedUtc ? text(loggedAt(row.lastRemindedUtc)) : t('never')),
    kind: 'moment',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'onboarded',
    header: t('columns.onboarded'),
    explanation: (
      <Term id="onboarded" isMark>
        {t('columns.onboarded')}
      </Term>
    ),
    value: row => (isNotOnboarded(row) ? 0 : 1),
    cell: row => <OnboardedTag onboarded={row.onboarded} />,
    isSortable: true,
  },
]
