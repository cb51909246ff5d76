import { useMemo } from 'react'
import type { Problem } from '../../../domain/problem.ts'
import { matrixFrom } from '../../../domain/ruleMatrix.ts'
import type { RulesAcrossWire } from '../../../domain/wire/collectionOverview.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { AddressFilters, Table } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Banner,
  Breadcrumbs,
  Button,
  Card,
  Columns,
  EmptyState,
  LinkButton,
  LinkTabs,
  Page,
  PageHeader,
  Row,
  SearchField,
  Stack,
} from '../../../ui/index.ts'
import { FilterSelect } from '../../common/ListTools.tsx'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { shareOutside, tolerancePath } from './facts.ts'
import { RuleBars } from './RuleBars.tsx'
import { RuleMatrix } from './RuleMatrix.tsx'
import { RulePanel } from './RulePanel.tsx'
import { RuleTable } from './RuleTable.tsx'

export interface RulesAcrossViewProps {
  collection: CollectionWire
  overview: Loaded<RulesAcrossWire>
  table: Table
  values: AddressFilters['values']
  choose: AddressFilters['choose']
  clear: AddressFilters['clear']
  /** Code of the rule in the panel. */
  rule: string | undefined
  /** First provider of the matrix. */
  from: number
  /** Whether all providers of the panel are listed, and all rules of the matrix. */
  showsAll: boolean
  hrefWith: (name: string, value: string) => string
  moveTo: (from: number) => void
  mayChangeRules: boolean
  mayWrite: boolean
  onSave: () => void
  isSaving: boolean
  problem: Problem | undefined
}

const views = ['bars', 'matrix', 'table'] as const

/** Which rules fail at how many providers, and at which. */
export function RulesAcrossView(props: RulesAcrossViewProps) {
  const { collection, overview, onSave, isSaving, problem } = props
  const t = useMessages('monitoring.rules')
  const { data } = overview
  const meta = data
    ? [
        t('withResults', { found: data.providers.length, expected: data.expected }),
        ...(data.run === null ? [] : [t('run', { run: data.run })]),
        ...(collection.specification ? [collection.specification.name] : []),
      ].join(' · ')
    : undefined
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={t('breadcrumbs')}
          crumbs={[
            { id: 'list', label: t('monitoring'), href: '/monitoring' },
            { id: 'collection', label: collection.name, href: `/monitoring/${collection.reference}` },
          ]}
        />
      }
      header={
        <PageHeader
          title={t('title')}
          {...(meta && { meta })}
          actions={
            <Button icon="download" isPending={isSaving} onPress={onSave}>
              {t('csv')}
            </Button>
          }
        />
      }
    >
      <Stack gap={3}>
        <ActionFailure title={t('csvFailed')} problem={problem} />
        <WhenLoaded resource={overview} loading={t('loading')} failed={t('failed')} level={2}>
          {found => <Found {...props} found={found} />}
        </WhenLoaded>
      </Stack>
    </Page>
  )
}

const includes = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

/** The rules of the chosen regulator's providers, or of all; only they count then. */
const ofRegulator = (found: RulesAcrossWire, regulator: string | undefined): RulesAcrossWire => {
  if (regulator === undefined) return found
  const providers = found.providers.filter(one => one.regulator === regulator)
  const ids = new Set(providers.map(({ instId }) => instId))
  const rules = found.rules.flatMap(rule => {
    const own = rule.providers.filter(({ instId }) => ids.has(instId))
    const outside = own.filter(({ isOutside }) => isOutside)
    return own.length === 0
      ? []
      : [
          {
            ...rule,
            providers: own,
            checked: Math.min(rule.checked, providers.length),
            failing: own.length,
            outside: outside.length,
            explained: outside.filter(({ isExplained }) => isExplained).length,
          },
        ]
  })
  return { ...found, providers, rules }
}

function Found(props: RulesAcrossViewProps & { found: RulesAcrossWire }) {
  const { collection, found, table, values, choose, clear, rule: code, hrefWith, mayChangeRules } = props
  const t = useMessages('monitoring.rules')
  const counted = useMemo(() => ofRegulator(found, values.regulator), [found, values.regulator])
  const regulators = [...new Set(found.providers.flatMap(({ regulator }) => regulator ?? []))].sort()
  const { providers, rules } = counted
  const hasMatrix = providers.length >= matrixFrom
  const wanted = views.find(view => view === values.view)
  const view =
    wanted === undefined || (wanted === 'matrix' && !hasMatrix) ? (hasMatrix ? 'matrix' : 'bars') : wanted
  const find = values.find ?? ''
  const nameOf = useMemo(
    () => new Map(found.providers.map(({ instId, name }) => [instId, name])),
    [found.providers],
  )
  const shown = rules.filter(
    rule =>
      (view === 'table' || rule.outside > 0) &&
      (find === '' ||
        includes(rule.name, find) ||
        includes(rule.code, find) ||
        rule.providers.some(({ instId }) => includes(nameOf.get(instId) ?? '', find))),
  )
  const current = shown.find(rule => rule.code === code) ?? shown[0]
  if (found.providers.length === 0) return <EmptyState title={t('bars.nobody')} level={2} />
  const heading =
    view === 'table'
      ? t('headingAll', { rules: shown.length })
      : view === 'matrix'
        ? t('headingMatrix', { rules: shown.length, providers: providers.length })
        : t('heading', { rules: shown.length })
  return (
    <>
      <Alarms {...props} />
      <Columns layout="main-side">
        <Card
          title={heading}
          padding="none"
          actions={
            <Row align="end">
              <SearchField
                label={t('find')}
                isLabelHidden
                placeholder={t('find')}
                value={find}
                onChange={text => choose('find', text || undefined)}
                isPageSearch
              />
              {regulators.length > 1 && (
                <FilterSelect
                  label={t('regulator')}
                  anyLabel={t('any')}
                  value={values.regulator}
                  options={regulators.map(id => ({ id, label: id }))}
                  onChange={([id]) => choose('regulator', id)}
                />
              )}
              <LinkTabs
                label={t('view')}
                look="segments"
                tabs={views
                  .filter(id => id !== 'matrix' || hasMatrix)
                  .map(id => ({
                    id,
                    label: t(`view.${id}`),
                    href: hrefWith('view', id),
                    isCurrent: id === view,
                  }))}
              />
            </Row>
          }
        >
          {shown.length === 0 ? (
            <EmptyState title={t(find === '' ? 'bars.noRule' : 'bars.noMatch')} level={0}>
              {find !== '' && <Button onPress={clear}>{t('any')}</Button>}
            </EmptyState>
          ) : view === 'table' ? (
            <RuleTable collection={collection} found={{ ...counted, rules: shown }} table={table} />
          ) : view === 'matrix' ? (
            <RuleMatrix {...props} found={counted} rules={shown} current={current} find={find} />
          ) : (
            <RuleBars {...props} found={counted} rules={shown} current={current} />
          )}
        </Card>
        {current && (
          <RulePanel
            collection={collection}
            found={counted}
            rule={current}
            showsAll={props.showsAll}
            hrefWith={hrefWith}
            mayChangeRules={mayChangeRules}
            mayWrite={props.mayWrite}
          />
        )}
      </Columns>
    </>
  )
}

function Alarms({ found, collection, mayChangeRules }: RulesAcrossViewProps & { found: RulesAcrossWire }) {
  const t = useMessages('monitoring.rules')
  const { before } = found
  return (['broken', 'manyMore'] as const).map(alarm => {
    const alarmed = found.rules.filter(rule => rule.alarm === alarm)
    const [first] = alarmed
    if (!first) return null
    const path = tolerancePath(collection, first.code)
    const facts = {
      rule: first.name,
      outside: first.outside,
      checked: first.checked,
      before:
        before && before.providers > 0 && first.before
          ? t('lastYearAt', { outside: first.before.outside, providers: before.providers })
          : '',
    }
    return (
      <Banner
        key={alarm}
        tone={alarm === 'broken' ? 'failed' : 'attention'}
        title={t(alarm, { count: alarmed.length })}
        actions={
          mayChangeRules &&
          path && (
            <LinkButton href={path} size="small">
              {t(alarm === 'broken' ? 'changeRule' : 'tryTolerance')}
            </LinkButton>
          )
        }
      >
        <p>
          {alarm === 'broken'
            ? t('brokenText', { ...facts, share: shareOutside(first) })
            : t('manyMoreText', facts)}
        </p>
      </Banner>
    )
  })
}
