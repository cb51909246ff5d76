import { changeUnit, type MeasuredChange } from '../../../domain/allowance.ts'
import type { Entered } from '../../../domain/ruleConfiguration.ts'
import { isRuleDefect, ruleDefectTag } from '../../../domain/ruleDefect.ts'
import { failurePercent, type Tolerance, toleranceTypes } from '../../../domain/tolerance.ts'
import {
  placeAmong,
  type Spread,
  type SpreadBin,
  type SpreadTurn,
  spreadList,
  spreadOf,
  spreadTurns as turns,
} from '../../../domain/toleranceSpread.ts'
import { getRuleSpread, type RuleSpreadWire } from '../../../domain/wire/impact.ts'
import type { SpecificationRuleWire, SpecificationWire } from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Columns,
  Disclosure,
  formatCount,
  formatPercentage,
  HistogramChart,
  type HistogramTone,
  Link,
  LinkTabs,
  PlainTable,
  Row,
  Stack,
  StatusTag,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useMeasured } from '../../common/useMeasured.ts'
import { specificationPath } from '../common/addresses.ts'
import {
  byRegulator,
  enteredOf,
  enteredTolerance,
  type RegulatorTolerance,
  toleranceFields,
  toleranceWords,
} from './toleranceFields.ts'

type T = Translate<'management.specification'>

/** Whose picture is shown, and the address that shows another one's. */
export interface SpreadChoice {
  chosen: string | undefined
  hrefOf: (regulatorCode: string) => string
}

export interface SpreadPartProps {
  rule: SpecificationRuleWire
  specification: SpecificationWire
  /** What stands in the fields, or is stored. */
  entered: Entered
  choice: SpreadChoice
}

/** How the providers lie beside a tolerance, and what it would decide otherwise as one types. */
export function SpreadPart(props: SpreadPartProps) {
  const t = useMessages('management.specification')
  const { rule, specification } = props
  const spread = useResource(getRuleSpread, {
    path: { id: String(specification.id), validationId: rule.id },
    query: {},
  })
  return (
    <WhenLoaded resource={spread} loading={t('spread.loading')} failed={t('spread.failed')} level={3}>
      {({ collection, ...found }) =>
        collection ? <Pictured {...props} collection={collection} found={found} /> : <p>{t('spread.none')}</p>
      }
    </WhenLoaded>
  )
}

type Found = Omit<RuleSpreadWire, 'collection'>
interface PicturedProps extends SpreadPartProps {
  collection: NonNullable<RuleSpreadWire['collection']>
  found: Found
}

const todayOf = ({ today }: Found, { regulatorCode }: RegulatorTolerance): Tolerance | undefined =>
  today.find(one => one.regulatorCode === regulatorCode)?.tolerance

const isChanged = (t: T, found: Found, row: RegulatorTolerance, entered: Entered): boolean => {
  const former = enteredOf(row, todayOf(found, row))
  const words = toleranceWords(t, row, entered)
  return words !== '' && (former === undefined || toleranceWords(t, row, former) !== words)
}

function Pictured(props: PicturedProps) {
  const t = useMessages('management.specification')
  const { rule, entered, choice, found } = props
  const rows = byRegulator(rule)
  // Whose tolerance is being changed is looked at first.
  const shown =
    rows.find(({ regulatorCode }) => regulatorCode === choice.chosen) ??
    rows.find(row => isChanged(t, found, row, entered)) ??
    rows.at(-1)
  if (!shown) return null
  return (
    <Stack gap={3}>
      {rows.length > 1 && (
        <Row>
          <LinkTabs
            label={t('spread.regulators')}
            look="segments"
            tabs={rows.map(row => ({
              id: row.regulatorCode,
              label: row.shortName,
              href: choice.hrefOf(row.regulatorCode),
              isCurrent: row === shown,
            }))}
          />
        </Row>
      )}
      <OfRegulator {...props} row={shown} />
    </Stack>
  )
}

function OfRegulator(props: PicturedProps & { row: RegulatorTolerance }) {
  const t = useMessages('management.specification')
  const { rule, row, entered, found, collection } = props
  const { stored } = toleranceFields(rule.regulators)
  const results = found.results.filter(({ regulatorCodes }) => regulatorCodes.includes(row.regulatorCode))
  // While a value is in error the picture stays with what is stored.
  const current = enteredTolerance(row, entered) ? entered : stored
  const changed = enteredTolerance(row, current)
  if (!changed || results.length === 0)
    return (
      <Stack gap={2}>
        <p>{t('spread.nobody', { collection: collection.name, regulator: row.shortName })}</p>
        <LeftOut {...props} />
      </Stack>
    )
  const today = todayOf(found, row)
  const spread = spreadOf(results, today, changed)
  const { totals } = spread
  const listed = spreadList(results, today, changed)
  const isSame = !isChanged(t, found, row, current)
  return (
    <Stack gap={3}>
      <Columns layout="main-side" gap={6}>
        <Picture
          spread={spread}
          measuredIn={rule.measuredIn}
          title={titleOf(t, row, enteredOf(row, today), current)}
          total={results.length}
          isSame={isSame}
        />
        <Stack gap={2}>
          {!isSame && (
            <>
              <SpreadCount tone="good" turn="newlyInside" count={totals.newlyInside} />
              <SpreadCount tone="attention" turn="newlyOutside" count={totals.newlyOutside} />
            </>
          )}
          <SpreadCount tone="failed" turn={isSame ? 'outside' : 'staysOutside'} count={totals.outside} />
          <p>{t('spread.of', { count: results.length, collection: collection.name })}</p>
          <LeftOut {...props} />
        </Stack>
      </Columns>
      {listed.length > 0 && (
        <Disclosure title={t('spread.list', { count: listed.length })}>
          <Providers listed={listed} type={spread.type} measuredIn={rule.measuredIn} tolerance={changed} />
        </Disclosure>
      )}
    </Stack>
  )
}

const titleOf = (t: T, row: RegulatorTolerance, before: Entered | undefined, now: Entered): string => {
  const [regulator, after] = [row.shortName, toleranceWords(t, row, now)]
  if (before === undefined) return t('spread.new', { regulator, after })
  const former = toleranceWords(t, row, before)
  return former === after
    ? t('spread.same', { regulator, after })
    : t('spread.changed', { regulator, before: former, after })
}

interface SpreadCountProps {
  tone: 'good' | 'attention' | 'failed'
  turn: 'newlyInside' | 'newlyOutside' | 'outside' | 'staysOutside'
  count: number
}

function SpreadCount({ tone, turn, count }: SpreadCountProps) {
  const t = useMessages('management.specification')
  return (
    <StatusTag tone={count === 0 ? 'neutral' : tone} variant="plain">
      {t(`spread.told.${turn}`, { count })}
    </StatusTag>
  )
}

type Listed = ReturnType<typeof spreadList<Found['results'][number]>>

interface ProvidersProps {
  listed: Listed
  type: Spread['type']
  measuredIn: MeasuredChange | null
  tolerance: Tolerance
}

/** What the picture counts, provider by provider, where it is outside or turns. */
function Providers({ listed, type, measuredIn, tolerance }: ProvidersProps) {
  const t = useMessages('management.specification')
  const text = useText()
  const measured = useMeasured()
  return (
    <PlainTable
      caption={t('spread.list', { count: listed.length })}
      isCaptionHidden
      isBounded
      stacks
      rows={listed}
      rowId={({ result }) => result.instId}
      columns={[
        {
          id: 'provider',
          header: t('spread.column.provider'),
          isRowHeader: true,
          cell: ({ result: { instId, provider } }) => (
            <Link href={`/monitoring/providers/${instId}`}>
              {provider} ({instId})
            </Link>
          ),
        },
        {
          id: 'failures',
          header: t('spread.column.failures'),
          kind: 'number',
          cell: ({ result }) => formatCount(result.failureCount),
        },
        {
          id: 'population',
          header: t('spread.column.population'),
          kind: 'number',
          cell: ({ result }) => formatCount(result.populationCount),
        },
        {
          id: 'percent',
          header: t(type === toleranceTypes.range ? 'spread.column.change' : 'spread.column.share'),
          kind: 'number',
          cell: ({ result }) =>
            isRuleDefect(tolerance, result)
              ? text(ruleDefectTag)
              : type === toleranceTypes.range
                ? measured(result.measuredPercent ?? 0, measuredIn)
                : formatPercentage(failurePercent(result.failureCount, result.populationCount)),
        },
        {
          id: 'turn',
          header: t('spread.column.turn'),
          cell: ({ turn }) => (
            <StatusTag tone={turn === 'newlyInside' ? 'good' : 'failed'} variant="plain">
              {t(`spread.turn.${turn}`)}
            </StatusTag>
          ),
        },
      ]}
    />
  )
}

/** Providers that the picture cannot tell of. */
function LeftOut({ found, specification }: PicturedProps) {
  const t = useMessages('management.specification')
  const { overridden, unknown } = found
  return (
    <>
      {overridden > 0 && <p>{t('spread.overridden', { count: overridden })}</p>}
      {unknown > 0 && (
        <p>
          {t.rich('spread.unknown', {
            count: unknown,
            link: words => <Link href={`${specificationPath(specification.id)}/impact`}>{words}</Link>,
          })}
        </p>
      )}
    </>
  )
}

const tones = {
  inside: 'plain',
  newlyInside: 'good',
  newlyOutside: 'attention',
  outside: 'failed',
} as const satisfies Record<SpreadTurn, HistogramTone>

interface PictureProps {
  spread: Spread
  measuredIn: MeasuredChange | null
  title: string
  total: number
  /** Whether the tolerance is today's. */
  isSame: boolean
}

function Picture({ spread, measuredIn, title, total, isSame }: PictureProps) {
  const t = useMessages('management.specification')
  const { bins, clean, marks, totals } = spread
  const inPoints = spread.type === toleranceTypes.range && changeUnit(measuredIn) === 'points'
  const type = inPoints ? 'points' : `t${spread.type}`
  const value = (of: number) => t('spread.value', { type, value: of })
  const valuesOf = (counts: Spread['clean']) => turns.map(turn => counts[turn])
  const nameOf = ({ from, to }: SpreadBin): string => {
    if (from === null) return t('spread.below', { to: value(to ?? 0) })
    return to === null
      ? t('spread.above', { from: value(from) })
      : t('spread.bin', { from: value(from), to: value(to) })
  }
  const cleanCount = valuesOf(clean).reduce((sum, count) => sum + count, 0)
  const edges = [...new Set(bins.flatMap(({ from, to }) => [from, to]))].filter(edge => edge !== null)
  const markOf = (kind: 'today' | 'changed' | 'same') => (at: number, place: number) => ({
    id: `${kind}-${place}`,
    label: t(`spread.mark.${kind}`, { value: value(at) }),
    at: placeAmong(bins, at),
    isDashed: kind === 'today',
  })
  return (
    <HistogramChart
      title={title}
      sentence={t('spread.sentence', {
        outside: totals.outside + totals.newlyOutside,
        total,
        clean: cleanCount,
      })}
      axisLabel={t('spread.axis', { type })}
      parts={turns.map(turn => ({ id: turn, label: t(`spread.turn.${turn}`), tone: tones[turn] }))}
      bars={bins.map(bin => ({
        id: `${bin.from}-${bin.to}`,
        label: nameOf(bin),
        values: valuesOf(bin.counts),
      }))}
      others={cleanCount > 0 ? [{ id: 'clean', label: t('spread.clean'), values: valuesOf(clean) }] : []}
      ticks={edges.map(edge => ({
        id: String(edge),
        // The axis says that they are points; the word has no room at each of them.
        label: inPoints ? formatCount(edge) : value(edge),
        at: placeAmong(bins, edge),
      }))}
      marks={
        isSame
          ? marks.changed.map(markOf('same'))
          : [...marks.today.map(markOf('today')), ...marks.changed.map(markOf('changed'))]
      }
    />
  )
}
