import { uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { hasPart, type RecordDescription } from '../../../domain/record.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Popup, Row, SearchField, Select } from '../../../ui/index.ts'
import type { SubmissionAddress } from '../../common/address.ts'
import type { PreviousSubmission } from '../shared/CompareChoice.tsx'
import { ReportViews } from '../shared/ReportViews.tsx'
import { ReportFacets, type ReportFacetsProps } from './ReportFacets.tsx'
import styles from './ReportSection.module.css'

export interface ReportToolbarProps extends ReportFacetsProps {
  record: RecordDescription | null | undefined
  address: SubmissionAddress
  /** Undefined as long as it is not known what there is. */
  previous: readonly PreviousSubmission[] | undefined
  /** What stands in the search box; it counts when Enter is pressed. */
  searchDraft: string
  onSearchDraft: (text: string) => void
}

/** Where there is no earlier upload, the report stands beside nothing as long as nothing is chosen. */
const nothing = '-'

/** What the report is searched by and compared with; where its filters have no place beside it, they open here. */
export function ReportToolbar(props: ReportToolbarProps) {
  const t = useMessages('submissions.quality')
  const text = useText()
  const { report, address, previous = [], lastYear } = props
  const { comparedWith } = report
  const [last] = previous
  return (
    <Row gap={3} align="center">
      <ReportViews
        address={address}
        record={hasPart(props.record, 'byUnit') ? props.record : null}
        shown="rules"
      />
      <SearchField
        label={t('report.search')}
        isLabelHidden
        value={props.searchDraft}
        onChange={props.onSearchDraft}
        onSearch={search => report.change({ search })}
        placeholder={t('report.searchPlaceholder')}
        isPageSearch
      />
      <div className={styles.folded}>
        <Popup label={t('facets.label')} title={t('facets.label')}>
          <div className={styles.panel}>
            <ReportFacets {...props} />
          </div>
        </Popup>
      </div>
      {props.previous === undefined && <p>{t('report.compareUnknown')}</p>}
      {(lastYear || (comparedWith && last)) && (
        <div className={styles.compare}>
          <Select
            label={t('report.compareWith')}
            options={[
              ...(last ? [] : [{ id: nothing, label: t('report.compareWithNothing') }]),
              ...previous.map(({ submissionId, uploadedDate, fileName }) => ({
                id: submissionId,
                label: text(uploadedAt(uploadedDate)),
                hint: shownFileName(fileName),
              })),
              ...(lastYear
                ? [
                    {
                      id: lastYear.submissionId,
                      label: t('report.signedOff', { collection: lastYear.collectionName }),
                      hint: shownFileName(lastYear.fileName),
                    },
                  ]
                : []),
            ]}
            value={comparedWith?.submissionId ?? nothing}
            onChange={id =>
              report.change({ previousId: id === (last?.submissionId ?? nothing) ? undefined : id })
            }
          />
        </div>
      )}
    </Row>
  )
}
