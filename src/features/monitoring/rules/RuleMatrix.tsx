import { useMemo } from 'react'
import { matrixColumns, ruleMatrix } from '../../../domain/ruleMatrix.ts'
import type { Excess } from '../../../domain/rulesAcross.ts'
import type { RuleAcrossWire, RulesAcrossWire } from '../../../domain/wire/collectionOverview.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  formatCount,
  formatFixed,
  HeatTable,
  type HeatTone,
  LinkButton,
  Row,
  WindowStrip,
} from '../../../ui/index.ts'
import { pagePath } from '../../common/address.ts'
import styles from './rules.module.css'

export interface RuleMatrixProps {
  collection: CollectionWire
  found: RulesAcrossWire
  rules: readonly RuleAcrossWire[]
  current: RuleAcrossWire | undefined
  /** Part of a rule's or a provider's name. */
  find: string
  from: number
  showsAll: boolean
  moveTo: (from: number) => void
  hrefWith: (name: string, value: string) => string
}

const tones = {
  inside: 'fine',
  outside: 'low',
  twice: 'middle',
  fiveTimes: 'high',
} as const satisfies Record<Excess, HeatTone>
const fewRules = 18

/** A name without the words that most providers share, for the head of a column. */
const shortName = (name: string): string => name.replace(/^(University|Institute|College) of (the )?/, '')

/** Rules against the providers of a window: a broken rule is a line across it, a bad file one down. */
export function RuleMatrix(props: RuleMatrixProps) {
  const { collection, found, rules, current, find, showsAll, moveTo, hrefWith } = props
  const t = useMessages('monitoring.rules')
  const matrix = useMemo(() => ruleMatrix(found.rules, found.providers), [found])
  const matching = matrix.providers.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()))
  const providers = find !== '' && matching.length > 0 ? matching : matrix.providers
  const last = Math.max(0, providers.length - matrixColumns)
  const from = Math.max(0, Math.min(Number.isNaN(props.from) ? 0 : props.from, last))
  const window = providers.slice(from, from + matrixColumns)
  const lines = showsAll ? rules : rules.slice(0, fewRules)
  const counts = providers.map(({ outside }) => outside)
  return (
    <>
      {providers.length > matrixColumns && (
        <div className={styles.strip}>
          <Row justify="between">
            <span className={styles.quiet}>{t('strip', { count: providers.length })}</span>
            <Row>
              <Button
                size="small"
                isDisabled={from === 0}
                onPress={() => moveTo(Math.max(0, from - matrixColumns))}
              >
                {t('previous', { count: Math.min(matrixColumns, from) || matrixColumns })}
              </Button>
              <Button
                size="small"
                isDisabled={from >= last}
                onPress={() => moveTo(Math.min(last, from + matrixColumns))}
              >
                {t('next', { count: Math.min(matrixColumns, last - from) || matrixColumns })}
              </Button>
            </Row>
          </Row>
          <WindowStrip
            values={counts}
            from={from}
            count={window.length}
            label={t('stripLabel', {
              count: providers.length,
              most: counts[0] ?? 0,
              least: counts.at(-1) ?? 0,
              from: from + 1,
              to: from + window.length,
            })}
          />
        </div>
      )}
      <HeatTable
        caption={t('title')}
        nothing={t('matrix.nothing')}
        heads={{
          rows: t('matrix.rows'),
          totals: t('matrix.totals', { count: found.providers.length }),
          columnTotals: t('matrix.columnTotals'),
        }}
        columns={window.map(({ instId, name, submissionUuid, outside }) => ({
          id: instId,
          label: name,
          shortLabel: shortName(name),
          href: pagePath(
            {
              area: 'monitoring',
              reference: collection.reference,
              collectionId: collection.id,
              instId,
              submissionId: submissionUuid,
            },
            'reports',
          ),
          total: formatCount(outside),
        }))}
        rows={lines.map(({ code, name, outside }) => ({
          id: code,
          label: name,
          href: hrefWith('rule', code),
          isCurrent: code === current?.code,
          total: formatCount(outside),
          share: outside / Math.max(1, found.providers.length),
        }))}
        cellOf={(code, instId) => {
          const each = matrix.at(code, instId)
          if (!each) return undefined
          const said = {
            provider: window.find(one => one.instId === instId)?.name ?? '',
            excess: t(`excess.${each.excess}`),
            explained: each.isExplained ? 'yes' : 'no',
          }
          return {
            tone: tones[each.excess],
            isStriped: each.isOutside && each.isExplained,
            label:
              each.measuredPercent === null
                ? t('matrix.cell', {
                    ...said,
                    failures: each.failureCount,
                    population: each.populationCount,
                  })
                : t('matrix.measured', { ...said, change: formatFixed(each.measuredPercent, 2) }),
          }
        }}
        legend={[
          { id: 'outside', label: t('excess.outside'), tone: 'low' },
          { id: 'twice', label: t('excess.twice'), tone: 'middle' },
          { id: 'fiveTimes', label: t('excess.fiveTimes'), tone: 'high' },
          { id: 'explained', label: t('excess.explained'), tone: 'high', isStriped: true },
          { id: 'inside', label: t('excess.inside'), tone: 'fine' },
          { id: 'none', label: t('excess.none'), tone: 'none' },
        ]}
      />
      <div className={styles.foot}>
        <span>
          {t('bars.rest', {
            shown: lines.length,
            run: found.run ?? rules.length,
            inside: Math.max(0, (found.run ?? rules.length) - rules.length),
            providers: found.providers.length,
          })}
        </span>
        {lines.length < rules.length && (
          <LinkButton href={hrefWith('all', '1')} size="small" variant="quiet">
            {t('showMore', { count: rules.length - lines.length })}
          </LinkButton>
        )}
      </div>
    </>
  )
}
