import type { ReportFault as Fault } from '../../../domain/wire/reports.ts'
import type { Table } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Dialog } from '../../../ui/index.ts'

export interface ReportFaultProps {
  /** The report, or the list of it that is in sight; undefined before it is there. */
  report: Fault | undefined
  table: Pick<Table, 'state' | 'filter'>
}

/** "Something went wrong..." of a report that says so itself (specification 2 §8); it opens once. */
export function ReportFault({ report, table }: ReportFaultProps) {
  const t = useMessages('submissions.additional-reports')
  const close = () => table.filter('error', ['seen'])
  return (
    <Dialog
      title={t('errorDialog.title')}
      isOpen={report?.Error === true && table.state.filters.error?.[0] !== 'seen'}
      onClose={close}
      actions={<Button onPress={close}>{t('errorDialog.close')}</Button>}
    >
      <p>{report?.ErrorMsg || t('errorDialog.text')}</p>
    </Dialog>
  )
}
