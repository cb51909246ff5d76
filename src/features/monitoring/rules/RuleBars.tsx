import { allowanceOf } from '../../../domain/allowance.ts'
import { matrixFrom } from '../../../domain/ruleMatrix.ts'
import { comparesFiles, failurePercent } from '../../../domain/tolerance.ts'
import { toleranceLabel } from '../../../domain/toleranceLabel.ts'
import type { RuleAcrossWire, RulesAcrossWire } from '../../../domain/wire/collectionOverview.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  CellLines,
  DotRange,
  Dotted,
  formatFixed,
  formatPercentage,
  Link,
  LinkButton,
  type PlainColumn,
  PlainTable,
  ShareBar,
  StatusTag,
} from '../../../ui/index.ts'
import styles from './rules.module.css'

export interface RuleBarsProps {
  found: RulesAcrossWire
  rules: readonly RuleAcrossWire[]
  current: RuleAcrossWire | undefined
  showsAll: boolean
  hrefWith: (name: string, value: string) => string
}

const fewRules = 18
const letterA = 'A'.charCodeAt(0)

/** What is allowed on the scale of the circles. */
const allowedOf = ({ tolerance, providers }: RuleAcrossWire) =>
  tolerance && allowanceOf(tolerance, Math.max(0, ...providers.map(({ populationCount }) => populationCount)))

/** One row for each rule: with few providers a circle for each on the tolerance scale, with many the share that is outside. */
export function RuleBars({ found, rules, current, showsAll, hrefWith }: RuleBarsProps) {
  const t = useMessages('monitoring.rules')
  const text = useText()
  const areFew = found.providers.length < matrixFrom
  const letters = new Map(
    found.providers.map(({ instId, name }, at) => [
      instId,
      { letter: String.fromCharCode(letterA + at), name },
    ]),
  )
  const nameOf = (instId: string): string => letters.get(instId)?.name ?? ''
  const lines = showsAll ? rules : rules.slice(0, fewRules)
  const dotsOf = (rule: RuleAcrossWire) =>
    rule.providers.map(each => ({
      id: each.instId,
      letter: letters.get(each.instId)?.letter ?? '',
      percent: each.measuredPercent ?? failurePercent(each.failureCount, each.populationCount),
      isBeyond: each.isOutside,
    }))
  const columns: PlainColumn<RuleAcrossWire>[] = [
    {
      id: 'rule',
      header: t('bars.rule'),
      isRowHeader: true,
      cell: rule => (
        <CellLines
          note={
            <span className={styles.code}>
              <Dotted code={rule.code} />
            </span>
          }
        >
          <Link
            variant="row"
            href={hrefWith('rule', rule.code)}
            {...(rule.code === current?.code && { 'aria-current': 'true' as const })}
          >
            {rule.name}
          </Link>
        </CellLines>
      ),
    },
    {
      id: 'outside',
      header: t('bars.outside'),
      kind: 'number',
      cell: rule => t('bars.ofChecked', { outside: rule.outside, checked: rule.checked }),
    },
    areFew
      ? {
          id: 'share',
          header: t('bars.share'),
          cell: rule => {
            const dots = dotsOf(rule)
            return (
              <DotRange
                dots={dots}
                allowed={allowedOf(rule)}
                scale={rule.tolerance && comparesFiles(rule.tolerance) ? 'change' : 'share'}
                label={t('bars.label', {
                  rule: rule.name,
                  dots: dots
                    .map(({ id, percent }) =>
                      t('bars.dot', { provider: nameOf(id), value: `${formatFixed(percent, 1)}%` }),
                    )
                    .join(', '),
                })}
              />
            )
          },
        }
      : {
          id: 'share',
          header: t('bars.ofAll'),
          cell: rule => (
            <ShareBar
              share={rule.outside / Math.max(1, found.providers.length)}
              label={formatPercentage((rule.outside / Math.max(1, rule.checked)) * 100)}
            />
          ),
        },
    {
      id: 'allowed',
      header: t('bars.allowed'),
      kind: 'number',
      cell: rule => (rule.tolerance ? text(toleranceLabel(rule.tolerance, undefined)) : ''),
    },
    ...(areFew
      ? [
          {
            id: 'at',
            header: t('bars.at'),
            cell: (rule: RuleAcrossWire) =>
              rule.alarm === 'broken' ? (
                <StatusTag tone="failed" icon="warning">
                  {t('panel.looksBroken')}
                </StatusTag>
              ) : (
                rule.providers
                  .filter(({ isOutside }) => isOutside)
                  .map(({ instId }) => nameOf(instId))
                  .join(', ')
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      {areFew && (
        <p className={styles.letters}>
          {[...letters.values()].map(({ letter, name }) => (
            <span key={letter}>
              <b>{letter}</b> {name}{' '}
            </span>
          ))}
        </p>
      )}
      <PlainTable
        caption={t('title')}
        isCaptionHidden
        columns={columns}
        rows={lines}
        rowId={({ code }) => code}
        stacks
      />
      <div className={styles.foot}>
        {areFew && (
          <span className={styles.key} aria-hidden="true">
            <span className={styles.allowed}>{t('key.allowed')}</span>
            <span>{t('key.circle')}</span>
          </span>
        )}
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
