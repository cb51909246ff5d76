import { facets } from '../../../domain/qualityReport.ts'
import { useMessages } from '../../../messages/index.ts'
import { type FilterTag, FilterTags } from '../../../ui/index.ts'
import { useFacetLabel } from './Facets.tsx'
import type { ReportView } from './reportView.ts'
import { type LastYear, useAgainst } from './useAgainst.ts'
import type { QualityReportData } from './useQualityReport.ts'

/** What is chosen beyond the usual status, each with a cross that takes it away. */
export function ReportTags({
  report,
  lastYear,
}: {
  report: ReportView & Pick<QualityReportData, 'choice' | 'change' | 'chooseFacet' | 'clear'>
  lastYear: LastYear | undefined
}) {
  const t = useMessages('submissions.quality')
  const { choice, regulators } = report
  const labelOf = useFacetLabel(regulators)
  const against = useAgainst(report.comparedWith, lastYear)
  const tags: (FilterTag & { remove: () => void })[] = [
    ...(choice.search === ''
      ? []
      : [
          {
            id: 'search',
            filter: t('report.tags.search'),
            label: choice.search,
            remove: () => report.change({ search: '' }),
          },
        ]),
    ...facets
      .filter(facet => facet !== 'status')
      .flatMap(facet =>
        (choice.chosen[facet] ?? []).map(value => ({
          id: `${facet} ${value}`,
          filter: facet === 'standing' ? (against ?? '') : t(`facets.${facet}`),
          label: labelOf(facet, value),
          remove: () =>
            report.chooseFacet(
              facet,
              (choice.chosen[facet] ?? []).filter(other => other !== value),
            ),
        })),
      ),
  ]
  return (
    <FilterTags
      label={t('report.tags.remove')}
      tags={tags}
      onRemove={id => tags.find(tag => tag.id === id)?.remove()}
      onClear={() => {
        if (choice.search !== '') report.change({ search: '' })
        report.clear()
      }}
    />
  )
}
