import { allowanceOf } from '../../../domain/allowance.ts'
import { issueStatusLabel } from '../../../domain/issue.ts'
import { matrixFrom } from '../../../domain/ruleMatrix.ts'
import { providersByShare, shareBounds } from '../../../domain/rulesAcross.ts'
import { comparesFiles, failureShare, isSameTolerance } from '../../../domain/tolerance.ts'
import { toleranceLabel } from '../../../domain/toleranceLabel.ts'
import type { RuleAcrossWire, RulesAcrossWire } from '../../../domain/wire/collectionOverview.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  type Description,
  DescriptionList,
  Dotted,
  formatFixed,
  formatPercentage,
  HistogramChart,
  Link,
  LinkButton,
  PlainTable,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { rulePath } from '../../common/address.ts'
import { RemindDialog } from '../reminders/RemindDialog.tsx'
import { useReminding } from '../reminders/useReminding.ts'
import { shareOutside, tolerancePath } from './facts.ts'
import styles from './rules.module.css'

export interface RulePanelProps {
  collection: CollectionWire
  found: RulesAcrossWire
  rule: RuleAcrossWire
  showsAll: boolean
  hrefWith: (name: string, value: string) => string
  mayChangeRules: boolean
  /** Whether the viewer may write to providers. */
  mayWrite: boolean
}

const fewProviders = 6

/** One rule: what it requires, how providers meet it, this year and last, and the providers that fail it. */
export function RulePanel(props: RulePanelProps) {
  const { collection, found, rule, showsAll, hrefWith, mayChangeRules, mayWrite } = props
  const t = useMessages('monitoring.rules')
  const text = useText()
  const { code, name, requirement, alarm, checked, outside, explained, tolerance, before, providers } = rule
  const reports = new Map(found.providers.map(each => [each.instId, each]))
  const shown = showsAll ? providers : providers.slice(0, fewProviders)
  const path = tolerancePath(collection, code)
  const isChanged =
    tolerance !== null && before?.tolerance != null && !isSameTolerance(tolerance, before.tolerance)
  const items: Description[] = [
    {
      id: 'outside',
      term: t('panel.outsideTerm'),
      value: t('panel.outsideValue', { outside, checked, explained }),
    },
    ...(tolerance
      ? [
          {
            id: 'allowed',
            term: t('panel.allowed'),
            value: text(toleranceLabel(tolerance, undefined)),
          },
        ]
      : []),
    ...(before && found.before && found.before.providers > 0
      ? [
          {
            id: 'lastYear',
            term: t('panel.lastYear'),
            value: t('panel.lastYearValue', { outside: before.outside, providers: found.before.providers }),
          },
        ]
      : []),
    ...(isChanged && before?.tolerance
      ? [
          {
            id: 'changed',
            term: t('panel.changed'),
            value: t('panel.changedValue', { before: text(toleranceLabel(before.tolerance, undefined)) }),
          },
        ]
      : []),
    ...(alarm
      ? [
          {
            id: 'why',
            term: t('panel.why'),
            value:
              alarm === 'broken'
                ? t('panel.whyBroken', { outside, checked, share: shareOutside(rule) })
                : t('panel.whyManyMore', {
                    now: formatPercentage((outside / Math.max(1, checked)) * 100),
                    before: formatPercentage(
                      ((before?.outside ?? 0) / Math.max(1, found.before?.providers ?? 1)) * 100,
                    ),
                  }),
          },
        ]
      : []),
  ]
  return (
    <Card
      title={name}
      {...(alarm && {
        actions: (
          <StatusTag tone={alarm === 'broken' ? 'failed' : 'attention'} icon="warning">
            {t(alarm === 'broken' ? 'panel.looksBroken' : 'panel.needsCheck')}
          </StatusTag>
        ),
      })}
    >
      <Stack gap={3}>
        <div>
          {requirement && <p>{requirement}</p>}
          <span className={styles.code}>
            <Dotted code={code} />
          </span>
        </div>
        {checked >= matrixFrom && !(tolerance && comparesFiles(tolerance)) && <Shares rule={rule} />}
        <DescriptionList items={items} />
        <div className={styles.providers}>
          <PlainTable
            caption={t('panel.providers', { rule: name })}
            isCaptionHidden
            columns={[
              {
                id: 'provider',
                header: t('panel.provider'),
                isRowHeader: true,
                cell: ({ instId, regulatorCode, issue }) => (
                  <div className={styles.lines}>
                    <Link
                      variant="row"
                      href={rulePath(
                        {
                          area: 'monitoring',
                          reference: collection.reference,
                          collectionId: collection.id,
                          instId,
                          submissionId: reports.get(instId)?.submissionUuid ?? '',
                        },
                        code,
                        regulatorCode,
                      )}
                    >
                      {reports.get(instId)?.name ?? instId}
                    </Link>
                    {issue !== null && (
                      <span className={styles.quiet}>
                        {t('panel.issue', { status: text(issueStatusLabel(issue)) })}
                      </span>
                    )}
                  </div>
                ),
              },
              {
                id: 'records',
                header: t(
                  shown.some(({ measuredPercent }) => measuredPercent !== null)
                    ? 'panel.measured'
                    : 'panel.records',
                ),
                kind: 'number',
                cell: ({ failureCount, populationCount, measuredPercent }) => {
                  if (measuredPercent !== null) return `${formatFixed(measuredPercent, 2)}%`
                  const share = failureShare(failureCount, populationCount)
                  return (
                    <div className={styles.lines}>
                      {share !== null && <span>{formatPercentage(share)}</span>}
                      <span className={styles.quiet}>
                        {t('panel.of', { failures: failureCount, population: populationCount })}
                      </span>
                    </div>
                  )
                },
              },
            ]}
            rows={shown}
            rowId={({ instId }) => instId}
          />
        </div>
        {shown.length < providers.length ? (
          <Link href={hrefWith('all', '1')}>
            {t('panel.more', { count: providers.length - shown.length })}
          </Link>
        ) : (
          <span className={styles.quiet}>
            {t('panel.noResults', { count: Math.max(0, found.expected - found.providers.length) })}
          </span>
        )}
        <Row gap={2}>
          {mayWrite && outside > 0 && <Writing key={code} collection={collection} rule={rule} />}
          {mayChangeRules && path && (
            <LinkButton href={path} size="small">
              {t(alarm === 'broken' ? 'changeRule' : 'tryTolerance')}
            </LinkButton>
          )}
        </Row>
      </Stack>
    </Card>
  )
}

/** Writes to the providers outside the rule, by the dialog of reminders. */
function Writing({ collection, rule }: Pick<RulePanelProps, 'collection' | 'rule'>) {
  const t = useMessages('monitoring.rules')
  const reminding = useReminding(collection.reference, () => {}, rule.code)
  const outside = rule.providers.filter(({ isOutside }) => isOutside)
  return (
    <>
      <Button size="small" icon="comment" onPress={() => reminding.open(outside.map(({ instId }) => instId))}>
        {t('panel.write', { count: outside.length })}
      </Button>
      <RemindDialog reminding={reminding} rule={rule.name} />
    </>
  )
}

/** Where a share is on the axis of the bars, in widths of a bar. */
const placeOfShare = (share: number): number => {
  const at = shareBounds.findIndex(bound => share <= bound)
  if (at === -1) return shareBounds.length
  const [from, to] = [shareBounds[at - 1] ?? 0, shareBounds[at] ?? share]
  return at + (share - from) / (to - from)
}

function Shares({ rule }: { rule: RuleAcrossWire }) {
  const t = useMessages('monitoring.rules')
  const bars = providersByShare(rule)
  const mark = rule.tolerance && allowanceOf(rule.tolerance, 0)
  const labelOf = (at: number): string => {
    const [from, to] = [shareBounds[at - 1], shareBounds[at]]
    return to === undefined
      ? t('panel.over', { from: String(from) })
      : t('panel.bar', { from: from === undefined ? 'none' : String(from), to: String(to) })
  }
  return (
    <HistogramChart
      title={t('panel.chart', { count: rule.checked })}
      sentence={t('panel.chartSentence', { outside: rule.outside, checked: rule.checked })}
      parts={[
        { id: 'inside', label: t('panel.inside'), tone: 'plain' },
        { id: 'outside', label: t('panel.outside'), tone: 'failed' },
      ]}
      bars={bars.map(({ inside, outside }, at) => ({
        id: labelOf(at),
        label: labelOf(at),
        values: [inside, outside],
      }))}
      ticks={shareBounds.map((bound, at) => ({ id: String(bound), label: String(bound), at: at + 1 }))}
      marks={
        mark === null
          ? []
          : [
              {
                id: 'allowed',
                label: t('panel.allowedMark', { share: formatFixed(mark.to, 1) }),
                at: placeOfShare(mark.to),
              },
            ]
      }
      axisLabel={t('panel.axis')}
    />
  )
}
