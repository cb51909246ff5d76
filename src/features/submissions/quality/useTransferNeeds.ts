import type { ReportFindings } from '../../../domain/additionalReports.ts'
import { getTransfersIn, getTransfersOut } from '../../../domain/wire/additionalReports.ts'
import { useResource, useViewer } from '../../../hooks/index.ts'
import type { ListedReport } from './AdditionalList.tsx'

/** What the transfers of research students ask of the reader, if the submission has their reports. */
export const useTransferNeeds = (
  id: string,
  reports: readonly ListedReport[] = [],
): Omit<ReportFindings, 'contents'> => {
  const { may } = useViewer()
  const has = (code: string): boolean => reports.some(report => report.CollectionReportCode === code)
  const incoming = useResource(getTransfersIn, has('PGRIN') ? { path: { id }, query: {} } : undefined)
  const outgoing = useResource(getTransfersOut, has('PGROUT') ? { path: { id } } : undefined)
  return {
    asking: incoming.data?.senders.filter(({ consentedAt }) => consentedAt === null).length ?? 0,
    awaited: outgoing.data?.receivers.filter(({ consent }) => consent === 'awaited').length ?? 0,
    mayAct: may('collections.pgr-transfer-consent'),
  }
}
