import { useMemo } from 'react'
import type { RuleAtProvider } from '../../domain/rulesAcross.ts'
import { failureShare } from '../../domain/tolerance.ts'
import {
  listRulesAcross,
  type ProviderWithResults,
  type RuleAcrossWire,
} from '../../domain/wire/collectionOverview.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import { isOverviewBehind } from '../../domain/wire/fileEvents.ts'
import { useResource, useTable } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { type Translate, useMessages } from '../../messages/index.ts'
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
  Stack,
  StatusTag,
} from '../../ui/index.ts'
import { rulePath } from '../common/address.ts'
import { LoadFailure } from '../common/Loaded.tsx'
import { RuleMatrix } from './RuleMatrix.tsx'

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

const noRules: readonly RuleAcrossWire[] = []
const noProviders: readonly ProviderWithResults[] = []
const defaults = tableDefaults({ sort: { column: 'outside', direction: 'descending' } })

/** Which rules fail at how many providers; a row opens to those providers, each with its way to the records. */
export function RuleOverview({ collection }: { collection: CollectionWire }) {
  const t = useMessages('monitoring')
  const table = useTable('collectionRules', defaults)
  const overview = useResource(
    listRulesAcross,
    { path: { reference: collection.reference } },
    { refreshOn: message => message.type === 'FILE_EVENT' && isOverviewBehind(collection.id, message) },
  )
  const rules = overview.data?.rules ?? noRules
  const withResults = overview.data?.providers ?? noProviders
  const providers = withResults.length
  const columns = useMemo(() => columnsOf(t, Math.max(1, providers)), [t, providers])
  return (
    <Stack gap={4}>
      {rules.length > 0 && <RuleMatrix collection={collection} rules={rules} withResults={withResults} />}
      <DataTable
        id="collection-rules"
        stacks
        caption={t('sections.rules')}
        isCaptionHidden
        columns={columns}
        rows={rules}
        rowId={rule => rule.code}
        state={table.state}
        onChange={table.change}
        tieBreaker="rule"
        status={overview.status}
        hasColumnChoice
        toolbar={overview.data && t('rules.sentence', { providers, rules: rules.length })}
        detail={rule => <Providers t={t} collection={collection} rule={rule} withResults={withResults} />}
        empty={
          <EmptyState
            title={t('rules.empty', { found: providers === 0 ? 'nothing' : 'results' })}
            level={0}
          />
        }
        failure={
          <LoadFailure
            title={t('rules.failed')}
            problem={overview.problem}
            onRetry={overview.retry}
            level={0}
          />
        }
      />
    </Stack>
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
