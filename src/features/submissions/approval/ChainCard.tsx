import { calendarDay, loggedAt } from '../../../domain/dates.ts'
import { stepLabel } from '../../../domain/labels.ts'
import type { KnownSubmission } from '../../../machines/submission/index.ts'
import type { Standing } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import { ChainList, decidedBy } from './ChainList.tsx'
import type { Chain } from './useChain.ts'
import styles from './view.module.css'

export interface ChainCardProps extends Omit<Chain, 'sentBack'> {
  submission: Pick<KnownSubmission, 'provider'>
  /** Who acts next, for this reader. */
  standing: Standing
  /** Calendar date by which submissions are due; undefined without one. */
  deadline: string | undefined
}

/** The approvals in order: who submitted, who has approved and when, who is next, and what comes last. */
export function ChainCard({
  approvals,
  submitted,
  namesPeople,
  submission,
  standing,
  deadline,
}: ChainCardProps) {
  const t = useMessages('submissions.approval')
  const text = useText()
  const { stopped, follows } = standing
  return (
    <Card
      title={text(stepLabel('approval'))}
      explanation={
        <Term id="approval" isMark>
          {text(stepLabel('approval'))}
        </Term>
      }
    >
      <WhenLoaded resource={approvals} loading={t('loading')} failed={t('failed')} sketch="rows">
        {list => (
          <Stack gap={3}>
            {submitted && (
              <p className={styles.quiet}>
                {t('submittedBy', {
                  at: text(loggedAt(submitted.at)),
                  by: decidedBy(t, submitted.by, namesPeople),
                })}
              </p>
            )}
            <ChainList approvals={list} namesPeople={namesPeople} isStopped={stopped !== undefined} />
            {follows === 'signOff' && (
              <p className={styles.quiet}>
                {deadline === undefined
                  ? t('thenSignOff', { provider: submission.provider.name })
                  : t('thenSignOffBy', {
                      provider: submission.provider.name,
                      deadline: text(calendarDay(deadline)),
                    })}
              </p>
            )}
          </Stack>
        )}
      </WhenLoaded>
    </Card>
  )
}
