import type { Listing } from '../../../domain/wire/additionalReports.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkTabs, Stack, type TableState } from '../../../ui/index.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { type ListDownload, RowsTable } from './RowsTable.tsx'

export interface SurveyPopulationViewProps {
  listing: Loaded<Listing>
  /** Address of a tab. */
  tabHref: (name: string) => string
  table: TableState
  onTableChange: (change: Partial<TableState>) => void
  download: ListDownload
}

/** NSS: who is in the target population of the National Student Survey, and who is not and why. */
export function SurveyPopulationView({ listing, tabHref, ...list }: SurveyPopulationViewProps) {
  const t = useMessages('submissions.additional-reports')
  return (
    <Stack gap={4}>
      <p>{t('nss.about')}</p>
      <WhenLoaded resource={listing} loading={t('loading')} failed={t('none')} level={3} sketch="rows">
        {({ tabs, tab, ...page }) => (
          <Stack gap={4}>
            <LinkTabs
              label={t('nss.tabs')}
              tabs={tabs.map(({ name, total, listsRecords }) => ({
                id: name,
                label: name,
                ...(listsRecords ? { count: total } : {}),
                href: tabHref(name),
                isCurrent: name === tab,
              }))}
            />
            {tabs
              .find(({ name }) => name === tab)
              ?.notes.map(note => (
                <p key={note}>{note}</p>
              ))}
            <RowsTable {...list} id="survey" caption={tab} page={{ ...listing, data: page }} />
          </Stack>
        )}
      </WhenLoaded>
    </Stack>
  )
}
