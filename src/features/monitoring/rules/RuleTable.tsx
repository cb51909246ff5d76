import { useMemo } from 'react'
import type { RuleAtProvider } from '../../../domain/rulesAcross.ts'
import { failureShare } from '../../../domain/tolerance.ts'
import type {
  ProviderWithResults,
  RuleAcrossWire,
  RulesAcrossWire,
} from '../../../domain/wire/collectionOverview.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { Table } from '../../../hooks/index.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
import {
  type DataColumn,
  DataTable,
  EmptyState,
  formatCount,
  formatPercentage,
  Link,
  type PlainColumn,
  PlainTable,
  ShareBar,
  StatusTag,
} from '../../../ui/index.ts'
import { rulePath } from '../../common/address.ts'

type T = Translate<'monitoring'>

const columnsOf = (t: T, checkedMost: number): DataColumn<RuleAcrossWire>[] => [
  {
    id: 'rule',
    header: t('rules.columns.rule'),
    value: rule => rule.code,
    kind: 'id',
    isSortable: true,
    isRowHeader: true,
    canHide: false,
  },
  {
    id: 'name',
    header: t('rules.columns.name'),
    value: rule => rule.name,
    isSortable: true,
    width: 'wide',
  },
  {
    id: 'kind',
    header: t('rules.columns.kind'),
    value: rule => t('rules.kind', { kind: rule.isOperational ? 'operational' : 'quality' }),
    isSortable: true,
  },
  {
    id: 'outside',
    header: t('rules.columns.outside'),
    value: rule => rule.outside,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'share',
    header: t('rules.columns.share'),
    cell: ({ outside, checked }) => (
      <ShareBar share={outside / checkedMost} label={t('rules.bar', { outside, checked })} />
    ),
  },
  {
    id: 'failing',
    header: t('rules.columns.failing'),
    value: rule => rule.failing,
    kind: 'number',
    isSortable: true,
    firstDirection: 'descending',
  },
  {
    id: 'checked',
    header: t('rules.columns.checked'),
    value: rule => rule.checked,
    kind: 'number',
    isSortable: true,
  },
]

export interface RuleTableProps {
  collection: CollectionWire
  found: RulesAcrossWire
  table: Table
}

/** The rules as a table that can be sorted; a row opens to its providers, each with a link to the records. */
export function RuleTable({ collection, found, table }: RuleTableProps) {
  const t = useMessages('monitoring')
  const providers = found.providers.length
  const columns = useMemo(() => columnsOf(t, Math.max(1, providers)), [t, providers])
  return (
    <DataTable
      id="collection-rules"
      stacks
      caption={t('sections.rules')}
      isCaptionHidden
      columns={columns}
      rows={found.rules}
      rowId={rule => rule.code}
      state={table.state}
      onChange={table.change}
      tieBreaker="rule"
      hasColumnChoice
      detail={rule => <Providers t={t} collection={collection} rule={rule} withResults={found.providers} />}
      empty={<EmptyState title={t('rules.empty', { found: 'results' })} level={0} />}
    />
  )
}

/** A rule that measures a change, or is at fault itself, can count more failures than there are records. */
const shareText = (t: T, { failureCount, populationCount }: RuleAtProvider): string => {
  const share = failureShare(failureCount, populationCount)
  return share === null ? t('rules.noShare') : formatPercentage(share)
}

interface ProvidersProps {
  t: T
  collection: CollectionWire
  rule: RuleAcrossWire
  withResults: readonly ProviderWithResults[]
}

/** Who fails the rule, the worst first. */
function Providers({ t, collection, rule, withResults }: ProvidersProps) {
  const providerOf = new Map(withResults.map(provider => [provider.instId, provider]))
  const pathOf = ({ instId, regulatorCode }: RuleAtProvider): string =>
    rulePath(
      {
        area: 'monitoring',
        reference: collection.reference,
        collectionId: collection.id,
        instId,
        submissionId: providerOf.get(instId)?.submissionUuid ?? '',
      },
      rule.code,
      regulatorCode,
    )
  const columns: PlainColumn<RuleAtProvider>[] = [
    {
      id: 'provider',
      header: t('rules.columns.provider'),
      cell: each => <Link href={pathOf(each)}>{providerOf.get(each.instId)?.name}</Link>,
      isRowHeader: true,
    },
    {
      id: 'tolerance',
      header: t('rules.columns.tolerance'),
      cell: ({ isOutside }) => (
        <StatusTag tone={isOutside ? 'failed' : 'good'} variant="plain">
          {t('rules.tolerance', { standing: isOutside ? 'outside' : 'inside' })}
        </StatusTag>
      ),
    },
    {
      id: 'failures',
      header: t('rules.columns.failures'),
      cell: each => formatCount(each.failureCount),
      kind: 'number',
    },
    {
      id: 'population',
      header: t('rules.columns.population'),
      cell: each => formatCount(each.populationCount),
      kind: 'number',
    },
    {
      id: 'percent',
      header: t('rules.columns.percent'),
      cell: each => shareText(t, each),
      kind: 'number',
    },
  ]
  return (
    <PlainTable
      caption={t('rules.providers', { rule: rule.code })}
      columns={columns}
      rows={rule.providers}
      rowId={({ instId }) => instId}
      isBounded
    />
  )
}
