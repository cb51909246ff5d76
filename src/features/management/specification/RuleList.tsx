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
import { MetadataPart } from './MetadataPart.tsx'
import { Parts } from './Parts.tsx'
import { TolerancePart } from './TolerancePart.tsx'
import { byRegulator, toleranceFields, toleranceWords } from './toleranceFields.ts'

/** Rules whose words are in sight, in the address. */
const inWords = 'words'

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

/** Tolerances or words of one rule; which of the two stands in the address. */
function RuleParts({ rule, specification, table: { state, hrefOf }, onSaved }: RulePartsProps) {
  const t = useMessages('management.specification')
  const others = (state.filters[inWords] ?? []).filter(id => id !== rule.id)
  const showsWords = others.length !== (state.filters[inWords] ?? []).length
  const hrefWith = (ids: readonly string[]) =>
    hrefOf({ ...state, filters: { ...state.filters, [inWords]: ids } })
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
  return (
    <Stack gap={3}>
      <Row>
        <LinkTabs
          label={t('parts', { rule: rule.name })}
          look="segments"
          tabs={[
            { id: 'tolerances', label: t('tolerances'), href: hrefWith(others), isCurrent: !showsWords },
            {
              id: 'metadata',
              label: t('metadata'),
              href: hrefWith([...others, rule.id]),
              isCurrent: showsWords,
            },
          ]}
        />
      </Row>
      {showsWords ? <MetadataPart {...part} /> : <TolerancePart {...part} spread={spread} />}
    </Stack>
  )
}
