import { issueStatuses, issueStatusLabel } from '../../../domain/issue.ts'
import {
  type Facet,
  type FacetCounts,
  noIssue,
  noStanding,
  type RegulatorFigures,
  type ReportGrouping,
  reportGroupings,
  ruleStatuses,
} from '../../../domain/qualityReport.ts'
import { standings } from '../../../domain/ruleStanding.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { inOrder as inNameOrder } from '../../../messages/order.ts'
import { Checkbox, CheckboxGroup, Disclosure, Select, Stack } from '../../../ui/index.ts'
import styles from './Facets.module.css'
import type { ReportChoice } from './rows.ts'

export interface FacetsProps {
  choice: ReportChoice
  counts: FacetCounts
  regulators: readonly RegulatorFigures[]
  /** Names the submission that the report stands beside; undefined without one. */
  against: string | undefined
  /** Files of online validation have no issues. */
  hasIssues: boolean
  onFacet: (facet: Facet, values: string[]) => void
  onChange: (change: Partial<ReportChoice>) => void
}

/** Of more values the least frequent are folded away. */
const shownValues = 6

interface FacetValue {
  id: string
  label: string
}

type T = Translate<'submissions.quality'>

const facetLabel = (
  t: T,
  facet: Facet,
  value: string,
  regulators: readonly RegulatorFigures[],
  text: ToText,
) => {
  if (facet === 'status') return t(value === '1' ? 'report.outside' : 'report.inside')
  if (facet === 'kind') return t(value === 'operational' ? 'facets.operational' : 'facets.quality')
  if (facet === 'regulator') return regulators.find(({ code }) => code === value)?.shortName ?? value
  if (facet === 'standing') {
    const standing = standings.find(name => name === value)
    if (standing) return t(`standings.${standing}`)
    return value === noStanding ? t('standings.none') : value
  }
  if (facet === 'issue') {
    const status = issueStatuses.find(name => name === value)
    return status === undefined || status === noIssue ? t('facets.noIssue') : text(issueStatusLabel(status))
  }
  return value
}

/** The name of a chosen value, for the list of what is chosen. */
export const useFacetLabel = (regulators: readonly RegulatorFigures[]) => {
  const t = useMessages('submissions.quality')
  const text = useText()
  return (facet: Facet, value: string) => facetLabel(t, facet, value, regulators, text)
}

/** The filters of the quality report, each value with the number of rules that it would leave. */
export function Facets(props: FacetsProps) {
  const t = useMessages('submissions.quality')
  const { choice, counts, regulators, against, hasIssues, onFacet, onChange } = props
  const labelOf = useFacetLabel(regulators)
  const inOrder: Partial<Record<Facet, readonly string[]>> = {
    status: ruleStatuses,
    kind: ['operational', 'quality'],
    standing: [...standings, noStanding],
    issue: issueStatuses,
    regulator: regulators.map(({ code }) => code),
  }
  const valuesOf = (facet: Facet): FacetValue[] => {
    const known = [...new Set([...(choice.chosen[facet] ?? []), ...counts[facet].keys()])]
    const order = inOrder[facet]
    return known
      .sort((one, other) =>
        order
          ? order.indexOf(one) - order.indexOf(other)
          : (counts[facet].get(other) ?? 0) - (counts[facet].get(one) ?? 0) || inNameOrder(one, other),
      )
      .map(id => ({ id, label: labelOf(facet, id) }))
  }
  const shown: Facet[] = [
    'status',
    'kind',
    ...(against !== undefined ? (['standing'] as const) : []),
    ...(hasIssues ? (['issue'] as const) : []),
    'entity',
    ...(regulators.length > 1 ? (['regulator'] as const) : []),
  ]
  return (
    <Stack gap={4}>
      {shown.map(facet => (
        <FacetGroup
          key={facet}
          label={facet === 'standing' ? (against ?? '') : t(`facets.${facet}`)}
          values={valuesOf(facet)}
          counts={counts[facet]}
          chosen={choice.chosen[facet] ?? []}
          onChange={values => onFacet(facet, values)}
        />
      ))}
      {against !== undefined && (
        <div className={styles.group}>
          <Checkbox
            isSelected={choice.hidesUnchanged}
            onChange={hidesUnchanged => onChange({ hidesUnchanged })}
          >
            {t('report.hideUnchanged')}
          </Checkbox>
        </div>
      )}
      <Select
        label={t('facets.group')}
        options={reportGroupings.map(id => ({ id, label: t(`facets.groups.${id}`) }))}
        value={choice.grouping}
        onChange={id => onChange({ grouping: id as ReportGrouping })}
      />
    </Stack>
  )
}

interface FacetGroupProps {
  label: string
  values: readonly FacetValue[]
  counts: ReadonlyMap<string, number>
  chosen: readonly string[]
  onChange: (values: string[]) => void
}

function FacetGroup({ label, values, counts, chosen, onChange }: FacetGroupProps) {
  const t = useMessages('submissions.quality')
  if (values.length === 0) return null
  const boxOf = ({ id, label: name }: FacetValue) => (
    <Checkbox key={id} value={id} count={counts.get(id) ?? 0}>
      {name}
    </Checkbox>
  )
  const folded = values.slice(shownValues)
  return (
    <div className={styles.group}>
      <CheckboxGroup label={label} value={chosen} onChange={onChange}>
        {values.slice(0, shownValues).map(boxOf)}
        {folded.length > 0 && (
          <Disclosure title={t('facets.more', { count: folded.length })}>{folded.map(boxOf)}</Disclosure>
        )}
      </CheckboxGroup>
    </div>
  )
}
