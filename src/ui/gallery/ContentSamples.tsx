import { Banner } from '../Banner.tsx'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Columns, Stack } from '../Layout.tsx'
import { Link } from '../Link.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { EmptyState, ErrorState } from '../States.tsx'

export function ContentSamples() {
  return (
    <Stack gap={6}>
      <Columns>
        <Banner tone="good" title="Accepted">
          The stall has been told.
        </Banner>
        <Banner tone="attention" title="The list closes in 20 minutes" onClose={() => {}} />
        <Banner
          tone="failed"
          title="The scales did not answer"
          actions={<Button size="small">Try again</Button>}
        >
          What was weighed before is safe.
        </Banner>
        <Banner tone="neutral" title="About this hall">
          It has been open since 1842.
        </Banner>
      </Columns>
      <Columns layout="thirds">
        <Skeleton shape="card" lines={4} />
        <Card>
          <EmptyState
            title="No earlier deliveries"
            icon="file"
            actions={<Button icon="upload">Bring in a file</Button>}
          >
            When a delivery has been closed it is kept here for six years.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            title="The report could not be made"
            onRetry={() => {}}
            details="E-1203, 21/11/2026 09:42"
          >
            Nothing was lost. Try again in a minute.
          </ErrorState>
        </Card>
      </Columns>
      <p>
        Text has the letters of Welsh: Llŷn, Ŵyr, tŷ, siâp. <Link href="#more">Links</Link> are underlined; an{' '}
        <Link href="https://example.org" isExternal>
          outside address
        </Link>{' '}
        says so.
      </p>
    </Stack>
  )
}
