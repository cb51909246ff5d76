import { calendarDay, londonDate } from '../../../domain/dates.ts'
import { noticeTitle } from '../../../domain/notice.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { getOpeningAudience } from '../../../domain/wire/management.ts'
import { useResource, useServices } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Disclosure, formatCount, PlainTable, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'

/** When a collection opens, who is told, and how (mock 24). */
export function Opening({
  collection: { name, reference, submissionDeadline },
  day,
}: {
  collection: CollectionWire
  /** yyyy-MM-dd, if it is planned; otherwise it opens now. */
  day?: string
}) {
  const t = useMessages('management.collections')
  const text = useText()
  const { now } = useServices()
  // The title of the notice is in this scope.
  useMessages('notices')
  const audience = useResource(getOpeningAudience, { path: { reference } })
  const deadline =
    submissionDeadline === null
      ? t('major.noDeadline')
      : t('major.deadline', { day: text(calendarDay(submissionDeadline)) })
  return (
    <Stack gap={3}>
      <p>
        {day === undefined
          ? t('opening.when', { day: text(calendarDay(londonDate(new Date(now())))) })
          : t('opening.planned', { day: text(calendarDay(day)) })}{' '}
        {deadline}
      </p>
      <WhenLoaded resource={audience} loading={t('opening.loading')} failed={t('opening.failed')} level={3}>
        {({ parties, withoutReader }) => (
          <>
            <PlainTable
              caption={t('opening.told')}
              rows={[...parties, together(parties)]}
              rowId={({ type }) => type}
              columns={[
                {
                  id: 'who',
                  header: t('opening.who'),
                  cell: ({ type }) => t(`opening.${type}`),
                  isRowHeader: true,
                },
                ...(['organisations', 'people', 'mails'] as const).map(part => ({
                  id: part,
                  header: t(`opening.${part}`),
                  kind: 'number' as const,
                  cell: (row: ReturnType<typeof together>) => formatCount(row[part]),
                })),
              ]}
            />
            {withoutReader > 0 && <p>{t('opening.withoutReader', { count: withoutReader })}</p>}
          </>
        )}
      </WhenLoaded>
      <Disclosure title={t('opening.notice')}>
        <p>
          <strong>
            {text(noticeTitle({ kind: 'collectionOpened', mode: 'live', collection: { name } }))}
          </strong>
        </p>
      </Disclosure>
    </Stack>
  )
}

type Party = ResponseOf<typeof getOpeningAudience>['parties'][number]

const together = (parties: readonly Party[]): Omit<Party, 'type'> & { type: Party['type'] | 'together' } => {
  const sum = (part: 'organisations' | 'people' | 'mails') =>
    parties.reduce((total, party) => total + party[part], 0)
  return { type: 'together', organisations: sum('organisations'), people: sum('people'), mails: sum('mails') }
}
