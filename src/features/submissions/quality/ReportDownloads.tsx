import type { Problem } from '../../../domain/problem.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, LinkButton, Menu } from '../../../ui/index.ts'
import { issuePath } from '../../common/address.ts'
import type { DeliverySet } from './useDeliverySet.ts'
import type { Raising } from './useRaising.ts'
import type { WorkbookKind } from './useWorkbooks.ts'

interface Downloads {
  onResults: () => void
  isResultsPending: boolean
  resultsProblem: Problem | undefined
  onDetailed: () => void
  isDetailedPending: boolean
  /** Why the detailed results cannot be had now; undefined when they can. */
  detailedRefusal: string | undefined
  /** Why the server does not say whether they are there. */
  detailedProblem: Problem | undefined
  onDetailedAgain: () => void
  /** What each file is, with its size and age where it is ready. */
  detailedHint: string
  workbookHint: string
  onWorkbook: (kind: WorkbookKind) => void
  /** Undefined for files of online validation, of which nothing is delivered. */
  set: DeliverySet | undefined
  /** Opens the sheet of findings; undefined for files of online validation, which nobody signs. */
  onSheet: (() => void) | undefined
}

export interface ReportDownloadsProps {
  downloads: Downloads
  /** Undefined for files of online validation, which have no issues. */
  issues: Raising | undefined
}

/** What can be saved of the report, and the way to the provider's issues. */
export function ReportDownloads({ issues, downloads }: ReportDownloadsProps) {
  const t = useMessages('submissions.quality')
  const { set } = downloads
  return (
    <>
      {issues?.mayView && (
        <LinkButton href={issuePath()} variant="quiet">
          {t('report.allIssues')}
        </LinkButton>
      )}
      <Menu
        label={t('report.downloads')}
        trigger={
          <Button
            icon="download"
            iconEnd="chevronDown"
            isPending={downloads.isResultsPending || downloads.isDetailedPending || set?.isPending === true}
          >
            {t('report.downloads')}
          </Button>
        }
        items={[
          { id: 'results', label: t('report.download'), hint: t('report.resultsHint') },
          {
            id: 'detailed',
            label: t('report.detailed'),
            hint: downloads.detailedHint,
            disabledReason: downloads.detailedRefusal,
          },
          {
            id: 'workbook',
            label: t('report.workbook'),
            hint: downloads.workbookHint,
            disabledReason: downloads.detailedRefusal,
          },
          {
            id: 'divided',
            label: t('report.divided'),
            hint: t('report.dividedHint'),
            disabledReason: downloads.detailedRefusal,
          },
          ...(set
            ? [{ id: 'set', label: t('report.set'), hint: t('report.setHint'), disabledReason: set.refusal }]
            : []),
          ...(downloads.onSheet
            ? [{ id: 'sheet', label: t('report.sheet'), hint: t('report.sheetHint') }]
            : []),
        ]}
        onAction={id => {
          if (id === 'results') downloads.onResults()
          else if (id === 'detailed') downloads.onDetailed()
          else if (id === 'set') set?.onDownload()
          else if (id === 'sheet') downloads.onSheet?.()
          else downloads.onWorkbook(id === 'divided' ? 'divided' : 'all')
        }}
      />
    </>
  )
}
