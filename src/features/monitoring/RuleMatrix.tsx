import { useMemo } from 'react'
import { ruleMatrix } from '../../domain/ruleMatrix.ts'
import type { ProviderWithResults, RuleAcrossWire } from '../../domain/wire/collectionOverview.ts'
import type { CollectionWire } from '../../domain/wire/collections.ts'
import { useMessages } from '../../messages/index.ts'
import { formatCount, MatrixChart } from '../../ui/index.ts'
import { pagePath, rulePath } from '../common/address.ts'

export interface RuleMatrixProps {
  collection: CollectionWire
  rules: readonly RuleAcrossWire[]
  /** Those with results. */
  withResults: readonly ProviderWithResults[]
}

/** Which rules fail at which providers, as one picture: a bad rule is a line across it, a bad file one down. */
export function RuleMatrix({ collection, rules, withResults }: RuleMatrixProps) {
  const t = useMessages('monitoring')
  const matrix = useMemo(() => ruleMatrix(rules, withResults), [rules, withResults])
  const { providers, rows } = matrix
  const nameOf = (rule: number) => rules[rule]?.name ?? ''
  return (
    <MatrixChart
      title={t('matrix.title')}
      sentence={t('matrix.sentence', { rules: rules.length, providers: providers.length })}
      rows={rows}
      columnCount={providers.length}
      legend={{ strong: t('matrix.outside'), light: t('matrix.inside') }}
      help={t('matrix.help')}
      wordsOf={(rule, provider) => {
        const found = matrix.at(rule, provider)
        const named = { provider: providers[provider]?.name ?? '', rule: nameOf(rule) }
        if (!found) return t('matrix.nothing', named)
        return t('matrix.cell', {
          ...named,
          standing: found.isOutside ? 'outside' : 'inside',
          failures: found.failureCount,
          population: found.populationCount,
        })
      }}
      hrefOf={(rule, provider) => {
        const [at, found] = [providers[provider], matrix.at(rule, provider)]
        const address = {
          area: 'monitoring',
          reference: collection.reference,
          collectionId: collection.id,
          instId: at?.instId ?? '',
          submissionId: at?.submissionUuid ?? '',
        } as const
        return found
          ? rulePath(address, rules[rule]?.code ?? '', found.regulatorCode)
          : pagePath(address, 'reports')
      }}
      table={{
        columns: [t('rules.columns.provider'), t('matrix.columns.outside'), t('matrix.columns.failing')],
        rows: providers.map(({ instId, name, outside, failing }) => ({
          id: instId,
          cells: [name, formatCount(outside), formatCount(failing)],
        })),
      }}
    />
  )
}
