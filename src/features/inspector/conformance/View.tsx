import { shortId } from '../../../domain/limits.ts'
import { statusOf } from '../../../domain/status.ts'
import { type DeviationWire, getConformance } from '../../../domain/wire/inspection.ts'
import { useResource } from '../../../kit/index.ts'
import { Banner } from '../../../ui/banner/index.ts'
import { Button } from '../../../ui/button/index.ts'
import { Stack } from '../../../ui/layout/index.ts'
import { Link } from '../../../ui/link/index.ts'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { statusNameOf } from '../history/events.ts'
import { labelOf } from '../history/Moment.tsx'
import { texts } from './texts.ts'

/** Whether everything that ever happened is what the chart would have done. */
export function View() {
  const found = useResource(getConformance, {})
  return (
    <WhenLoaded resource={found} loading={texts.loading} failed={texts.failed}>
      {({ submissions, events, deviations }) => (
        <Stack gap={4}>
          <Banner
            tone={deviations.length === 0 ? 'good' : 'failed'}
            title={deviations.length === 0 ? texts.good : texts.bad(deviations.length)}
            announced="status"
            actions={
              <Button icon="refresh" onPress={found.refresh}>
                {texts.again}
              </Button>
            }
          >
            <p>{texts.amount(submissions, events)}</p>
          </Banner>
          {deviations.length > 0 && (
            <PlainTable
              caption={texts.caption}
              columns={columns}
              rows={deviations}
              rowId={({ submissionId, sequence, reason }) => `${submissionId}:${sequence}:${reason}`}
            />
          )}
        </Stack>
      )}
    </WhenLoaded>
  )
}

function HistoryLink({ deviation: { submissionId, sequence } }: { deviation: DeviationWire }) {
  const { hrefOf } = useInspectorAddress()
  return (
    <Link href={hrefOf({ view: 'history', submission: submissionId, at: String(sequence) })} variant="row">
      {shortId(submissionId)}
    </Link>
  )
}

const words = texts.columns
const label = (id: number): string => statusOf(statusNameOf(id)).label

const columns: PlainColumn<DeviationWire>[] = [
  {
    id: 'submission',
    header: words.submission,
    isRowHeader: true,
    cell: row => <HistoryLink deviation={row} />,
  },
  { id: 'sequence', header: words.sequence, kind: 'number', cell: ({ sequence }) => sequence },
  { id: 'event', header: words.event, cell: ({ event }) => labelOf(event) },
  { id: 'from', header: words.from, cell: ({ fromStatusId }) => label(fromStatusId) },
  { id: 'to', header: words.to, cell: ({ toStatusId }) => label(toStatusId) },
  { id: 'reason', header: words.reason, cell: ({ reason }) => reason },
]
