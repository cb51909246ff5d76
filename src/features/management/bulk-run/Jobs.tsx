import { loggedAt } from '../../../domain/dates.ts'
import { isJobOver, jobTone } from '../../../domain/job.ts'
import type { JobWire } from '../../../domain/wire/jobs.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Banner, Card, EventList, Link } from '../../../ui/index.ts'

/** The job that is under way, where there is one. */
export function CurrentJob({ jobs }: { jobs: readonly JobWire[] }) {
  const t = useMessages('management.bulk-run')
  const current = jobs.find(({ state }) => !isJobOver(state))
  if (!current) return null
  return (
    <Banner tone="waiting" title={t('current')}>
      <Link href={`?job=${current.id}`}>{t('follow')}</Link>
    </Banner>
  )
}

/** Jobs that are over, to be read again. */
export function EarlierJobs({ jobs }: { jobs: readonly JobWire[] }) {
  const t = useMessages('management.bulk-run')
  const names = useMessages('job')
  const text = useText()
  const over = jobs.filter(({ state }) => isJobOver(state))
  if (over.length === 0) return null
  return (
    <Card title={t('earlier')}>
      <EventList
        label={t('earlier')}
        events={over.map(({ id, state, counts, createdBy, createdUtc }) => ({
          id,
          icon: jobTone(state) === 'good' ? 'check' : 'warning',
          tone: jobTone(state),
          title: names(`states.${state}`),
          hint: t('earlierHint', {
            outcome: t('outcome', { done: counts.DONE, refused: counts.REFUSED, left: counts.LEFT }),
            who: createdBy,
          }),
          at: text(loggedAt(createdUtc)),
          href: `?job=${id}`,
        }))}
      />
    </Card>
  )
}
