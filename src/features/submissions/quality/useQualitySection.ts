import { isHandedOver, type StatusName } from '../../../domain/status.ts'
import { useTable, useViewer } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { type QualitySection, qualitySections } from './sections.ts'

/** The part of Quality Assurance that the address names. A regulator starts with the summary once a file is handed over. */
export const useQualitySection = (status: StatusName) => {
  const { isStatutoryCustomer } = useViewer()
  const hasSummary = isStatutoryCustomer && isHandedOver(status)
  const usual: QualitySection = hasSummary ? 'summary' : 'quality'
  const table = useTable('qualitySections', tableDefaults({ expanded: [usual] }))
  const named = qualitySections.find(name => name === table.state.expanded[0]) ?? usual
  return {
    hasSummary,
    shown: named === 'summary' && !hasSummary ? ('quality' as const) : named,
    hrefOf: (section: QualitySection) => table.hrefOf({ ...table.state, expanded: [section] }),
  }
}
