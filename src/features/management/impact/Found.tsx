import type { ImpactWire } from '../../../domain/wire/impact.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Card,
  EmptyState,
  formatCount,
  MovementChart,
  type PlainColumn,
  PlainTable,
  Stack,
  StatTiles,
} from '../../../ui/index.ts'
import { useRegulatorName } from '../common/regulatorNames.ts'

/** So many lines a picture has at most; the table below it has all. */
const drawn = 15

type Sums = Pick<
  ImpactWire['rules'][number],
  'newlyOutside' | 'newlyInside' | 'failuresBefore' | 'failuresAfter'
>

const sumOf = (rows: readonly Sums[], of: keyof Sums): number => rows.reduce((sum, row) => sum + row[of], 0)

/** What would change: in figures, as pictures, by rule, by provider and by regulator. */
export function Found({ impact }: { impact: ImpactWire }) {
  const t = useMessages('management.impact')
  const nameOf = useRegulatorName()
  const { rules, providers, regulators } = impact
  if (rules.length === 0) return <EmptyState title={t('nothing')} />
  const sums: PlainColumn<Sums>[] = [
    { id: 'outside', header: t('newlyOutside'), cell: row => formatCount(row.newlyOutside), kind: 'number' },
    { id: 'inside', header: t('newlyInside'), cell: row => formatCount(row.newlyInside), kind: 'number' },
    { id: 'before', header: t('before'), cell: row => formatCount(row.failuresBefore), kind: 'number' },
    { id: 'after', header: t('after'), cell: row => formatCount(row.failuresAfter), kind: 'number' },
  ]
  const faulty = rules.filter(({ faults }) => faults > 0)
  return (
    <Stack gap={4}>
      <StatTiles
        label={t('figures')}
        tiles={[
          { id: 'outside', label: t('newlyOutside'), value: sumOf(rules, 'newlyOutside'), tone: 'failed' },
          { id: 'inside', label: t('newlyInside'), value: sumOf(rules, 'newlyInside'), tone: 'good' },
          { id: 'rules', label: t('rules'), value: rules.length },
          { id: 'providers', label: t('providers'), value: providers.length },
          { id: 'faults', label: t('faults'), value: faulty.length },
        ]}
      />
      <Card title={t('byRule')}>
        <Stack gap={4}>
          <Movements
            caption={t('pictureRules')}
            rowsLabel={t('rule')}
            rows={rules.map(rule => ({ ...rule, id: rule.ruleCode, label: rule.ruleCode }))}
          />
          <PlainTable
            caption={t('byRule')}
            isCaptionHidden
            isBounded
            columns={[
              {
                id: 'rule',
                header: t('rule'),
                isRowHeader: true,
                cell: ({ ruleCode, name, faults, fault }) => (
                  <>
                    <span translate="no">{ruleCode}</span>
                    <br />
                    {name}
                    {faults > 0 && <p>{t('fault', { count: faults, message: fault ?? '' })}</p>}
                  </>
                ),
              },
              {
                id: 'regulators',
                header: t('regulators'),
                cell: row => row.regulators.map(nameOf).join(', '),
              },
              {
                id: 'providers',
                header: t('providers'),
                cell: row => formatCount(row.providers),
                kind: 'number',
              },
              ...sums,
            ]}
            rows={rules}
            rowId={({ ruleCode }) => ruleCode}
          />
        </Stack>
      </Card>
      <Card title={t('byProvider')}>
        <Stack gap={4}>
          <Movements
            caption={t('pictureProviders')}
            rowsLabel={t('provider')}
            rows={providers.map(one => ({ ...one, id: one.instId, label: one.provider }))}
          />
          <PlainTable
            caption={t('byProvider')}
            isCaptionHidden
            isBounded
            columns={[
              {
                id: 'provider',
                header: t('provider'),
                isRowHeader: true,
                cell: ({ instId, provider }) => `${provider} (${instId})`,
              },
              { id: 'rules', header: t('rules'), cell: row => formatCount(row.rules), kind: 'number' },
              ...sums,
              { id: 'rulesOutside', header: t('rulesOutside'), cell: row => turnsOf(row.turns, 'outside') },
              { id: 'rulesInside', header: t('rulesInside'), cell: row => turnsOf(row.turns, 'inside') },
            ]}
            rows={providers}
            rowId={({ instId }) => instId}
          />
        </Stack>
      </Card>
      <Card title={t('byRegulator')}>
        <PlainTable
          caption={t('byRegulator')}
          isCaptionHidden
          columns={[
            { id: 'regulator', header: t('regulator'), cell: ({ code }) => nameOf(code), isRowHeader: true },
            { id: 'rules', header: t('rules'), cell: row => formatCount(row.rules), kind: 'number' },
            {
              id: 'providers',
              header: t('providers'),
              cell: row => formatCount(row.providers),
              kind: 'number',
            },
          ]}
          rows={regulators}
          rowId={({ code }) => code}
        />
      </Card>
    </Stack>
  )
}

const turnsOf = (turns: ImpactWire['providers'][number]['turns'], direction: 'outside' | 'inside') => {
  const codes = new Set(turns.filter(({ turn }) => turn === direction).map(({ ruleCode }) => ruleCode))
  return <span translate="no">{[...codes].join(', ')}</span>
}

interface MovementsProps {
  caption: string
  rowsLabel: string
  rows: readonly (Sums & { id: string; label: string })[]
}

/** Failing records before and after, of what changes most. */
function Movements({ caption, rowsLabel, rows }: MovementsProps) {
  const t = useMessages('management.impact')
  return (
    <MovementChart
      title={caption}
      sentence={t('pictureSentence', {
        before: sumOf(rows, 'failuresBefore'),
        after: sumOf(rows, 'failuresAfter'),
      })}
      labels={{ now: t('after'), before: t('before') }}
      rowsLabel={rowsLabel}
      columns={[{ id: 'records', label: t('records') }]}
      rows={rows.slice(0, drawn).map(({ id, label, newlyOutside, failuresBefore, failuresAfter }) => ({
        id,
        label,
        points: [
          {
            now: failuresAfter,
            before: failuresBefore,
            allowed: null,
            mark: newlyOutside > 0 ? 'issue' : undefined,
          },
        ],
      }))}
    />
  )
}
