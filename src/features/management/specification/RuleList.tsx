import {
  listSpecificationRules,
  type SpecificationRuleWire,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { type Table, useDraftGuard, useHasDrafts, useResource, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkTabs, Row, Stack, StatusTag } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { draftPlace } from '../common/draftPlaces.ts'
import { HistoryPart } from './HistoryPart.tsx'
import { MetadataPart } from './MetadataPart.tsx'
import { Parts } from './Parts.tsx'
import { TolerancePart } from './TolerancePart.tsx'
import { byRegulator, toleranceFields, toleranceWords } from './toleranceFields.ts'

/** Rules whose words are in sight, in the address. */
const inWords = 'words'

/** Rules whose test records and history are in sight, in the address. */
const inHistory = 'history'

/** Rules with the regulator whose picture is in sight, in the address: `code~regulator`. */
const inPicture = 'spread'

/** The rules of a specification, each with its tolerances and its words. */
export function RuleList({ specification }: { specification: SpecificationWire }) {
  const t = useMessages('management.specification')
  const table = useTable('specificationRules', tableDefaults())
  const { limit, offset } = table.parameters
  const filter = table.state.search
  const { id } = specification
  useDraftGuard(draftPlace(id))
  const list = useResource(
    listSpecificationRules,
    {
      path: { id: String(id) },
      query: { limit: String(limit), offset: String(offset), ...(filter === '' ? {} : { filter }) },
    },
    { refreshOn: message => message.type === 'SPECIFICATION' && message.specificationId === id },
  )
  return (
    <WhenLoaded resource={list} loading={t('rulesLoading')} failed={t('rulesFailed')} sketch="rows" level={2}>
      {({ validations, pagingMetadata: { total, totalChanged, filteredTotal, totalDerivedFields } }) => (
        <Parts
          current="rules"
          href={specificationPath(id)}
          counts={{ rules: total, fields: totalDerivedFields }}
          table={table}
          counted={t('rulesCounted', { left: filteredTotal, total, changed: totalChanged })}
          filteredTotal={filteredTotal}
          loading={t('rulesLoading')}
          status={list.status}
          items={validations.map(rule => ({
            id: rule.id,
            title: rule.name,
            hint: rule.code,
            summary: <RuleSummary rule={rule} specification={specification} />,
            children: () => (
              <RuleParts rule={rule} specification={specification} table={table} onSaved={list.refresh} />
            ),
          }))}
        />
      )}
    </WhenLoaded>
  )
}

function RuleSummary({ rule, specification }: Pick<RulePartsProps, 'rule' | 'specification'>) {
  const t = useMessages('management.specification')
  const hasDrafts = useHasDrafts(draftPlace(specification.id, rule.id))
  const names = [...new Set(rule.regulators.map(({ shortName }) => shortName))]
  const { stored } = toleranceFields(rule.regulators)
  const words = new Set(byRegulator(rule).map(row => toleranceWords(t, row, stored)))
  const [said] = words
  return (
    <Row gap={3}>
      <span>{names.join(', ')}</span>
      {said !== undefined && <span>{words.size > 1 ? t('byRegulator') : said}</span>}
      {hasDrafts && specification.isEditable && <StatusTag tone="attention">{t('notSaved')}</StatusTag>}
      {rule.isChanged && (
        <StatusTag tone="waiting" icon="info">
          {t('changed')}
        </StatusTag>
      )}
    </Row>
  )
}

interface RulePartsProps {
  rule: SpecificationRuleWire
  specification: SpecificationWire
  table: Pick<Table, 'state' | 'hrefOf'>
  onSaved: () => void
}

/** Tolerances, words, or test records and history of one rule; which of them is in the address. */
function RuleParts({ rule, specification, table: { state, hrefOf }, onSaved }: RulePartsProps) {
  const t = useMessages('management.specification')
  const othersIn = (filter: string) => (state.filters[filter] ?? []).filter(id => id !== rule.id)
  const isIn = (filter: string) => (state.filters[filter] ?? []).includes(rule.id)
  const shown = isIn(inHistory) ? inHistory : isIn(inWords) ? inWords : undefined
  /** The address with one part of this rule; the tolerances if none is named. */
  const hrefWith = (filter: typeof inHistory | typeof inWords | undefined) => {
    const ids = (one: string) => [...othersIn(one), ...(one === filter ? [rule.id] : [])]
    return hrefOf({
      ...state,
      filters: { ...state.filters, [inWords]: ids(inWords), [inHistory]: ids(inHistory) },
    })
  }
  const part = { rule, specification, onSaved }
  const pictured = (state.filters[inPicture] ?? []).filter(one => !one.startsWith(`${rule.id}~`))
  const spread = {
    chosen: state.filters[inPicture]?.find(one => one.startsWith(`${rule.id}~`))?.split('~')[1],
    hrefOf: (regulatorCode: string) =>
      hrefOf({
        ...state,
        filters: { ...state.filters, [inPicture]: [...pictured, `${rule.id}~${regulatorCode}`] },
      }),
  }
  const tab = (id: string, label: string, filter: typeof inHistory | typeof inWords | undefined) => ({
    id,
    label,
    href: hrefWith(filter),
    isCurrent: shown === filter,
  })
  return (
    <Stack gap={3}>
      <Row>
        <LinkTabs
          label={t('parts', { rule: rule.name })}
          look="segments"
          tabs={[
            tab('tolerances', t('tolerances'), undefined),
            tab('metadata', t('metadata'), inWords),
            tab('history', t('history'), inHistory),
          ]}
        />
      </Row>
      {shown === undefined && <TolerancePart {...part} spread={spread} />}
      {shown === inWords && <MetadataPart {...part} />}
      {shown === inHistory && <HistoryPart rule={rule} specification={specification} />}
    </Stack>
  )
}
