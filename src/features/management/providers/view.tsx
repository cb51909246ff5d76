import { useMemo } from 'react'
import { countryLabel } from '../../../domain/labels.ts'
import { providerStandings, standingOf, takingInRefusal } from '../../../domain/provider.ts'
import type { ManagedProviderWire } from '../../../domain/wire/providers.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  type DataColumn,
  DataTable,
  EmptyState,
  Link,
  LinkButton,
  Page,
  PageHeader,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { providerPath } from '../common/addresses.ts'
import { ManagementTabs } from '../common/ManagementTabs.tsx'
import { ProviderStandingTag } from '../common/ProviderStandingTag.tsx'
import { providerFilters, type RegulatorNames, regulatorName } from './filters.ts'

type Provider = ManagedProviderWire

export interface ProvidersViewProps {
  list: Loaded<readonly Provider[]>
  regulators: RegulatorNames
  table: Pick<Table, 'state' | 'change'>
  mayChange: boolean
  takeIn: Pick<ActionHandle<string>, 'run' | 'action' | 'isRunning' | 'problem'>
}

const noRows: readonly Provider[] = []

/** Every provider that takes part, or stands in the register. */
export function ProvidersView({ list, regulators, table, mayChange, takeIn }: ProvidersViewProps) {
  const t = useMessages('management.providers')
  const text = useText()
  const columns = useMemo(() => columnsOf(t, text, regulators), [t, text, regulators])
  const filters = useMemo(() => providerFilters(t, text, regulators), [t, text, regulators])
  return (
    <Page
      steps={<ManagementTabs current="providers" />}
      header={
        <PageHeader
          title={t('title')}
          actions={
            mayChange && (
              <LinkButton href="/management/providers/import" variant="primary" icon="upload">
                {t('import.title')}
              </LinkButton>
            )
          }
        >
          {t('lead')}
        </PageHeader>
      }
    >
      <ActionFailure title={t('takeIn.failed')} problem={takeIn.problem} />
      <DataTable
        id="providers"
        caption={t('caption')}
        isCaptionHidden
        columns={columns}
        rows={list.data ?? noRows}
        rowId={row => row.instId}
        rowLabel={row => row.publishedName}
        state={table.state}
        onChange={table.change}
        filters={filters}
        filterMessages={{ chosen: t('filters.chosen'), clear: t('filters.clear') }}
        tieBreaker="id"
        hasColumnChoice
        {...(mayChange ? { actions: (row: Provider) => <TakeIn provider={row} takeIn={takeIn} /> } : {})}
        status={list.status}
        stacks
        empty={<EmptyState title={t('empty')} level={0} />}
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
    </Page>
  )
}

/** For a provider of the register that does not take part yet. */
function TakeIn({ provider, takeIn }: { provider: Provider } & Pick<ProvidersViewProps, 'takeIn'>) {
  const t = useMessages('management.providers')
  if (takingInRefusal(standingOf(provider))) return null
  return (
    <Button
      size="small"
      onPress={() => takeIn.run(provider.instId)}
      isPending={takeIn.isRunning && takeIn.action === provider.instId}
      aria-label={t('takeIn.of', { name: provider.publishedName })}
    >
      {t('takeIn.title')}
    </Button>
  )
}

const columnsOf = (
  t: Translate<'management.providers'>,
  text: ToText,
  regulators: RegulatorNames,
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
    id: 'standing',
    header: t('columns.onboarded'),
    explanation: (
      <Term id="onboarded" isMark>
        {t('columns.onboarded')}
      </Term>
    ),
    value: row => providerStandings.indexOf(standingOf(row)),
    cell: row => <ProviderStandingTag isTakenIn={row.isTakenIn} onboarded={row.onboarded} />,
    isSortable: true,
    firstDirection: 'descending',
  },
]
