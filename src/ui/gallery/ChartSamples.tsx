import { Card } from '../card/index.ts'
import { BarChart, LineChart, Sparkline, StepFunnel } from '../charts/index.ts'
import { Columns, Row, Stack } from '../layout/index.ts'

export function ChartSamples() {
  return (
    <Stack gap={4}>
      <Card>
        <StepFunnel
          title="Where deliveries stand"
          sentence="62 of 210 deliveries wait at the quality check, more than at any other step."
          level={2}
          labelHeader="Step"
          valueHeader="Deliveries"
          steps={[
            { id: 'gate', label: 'Gate', count: 38, href: '#gate' },
            { id: 'scales', label: 'Scales', count: 24, href: '#scales', note: '3 over an hour' },
            { id: 'check', label: 'Quality check', count: 62, tone: 'attention', href: '#check' },
            { id: 'price', label: 'Price', count: 19, href: '#price' },
            { id: 'stall', label: 'Stall', count: 9, href: '#stall' },
            { id: 'closed', label: 'Closed', count: 58, tone: 'good', href: '#closed' },
          ]}
        />
      </Card>
      <Columns>
        <Card>
          <BarChart
            title="Crates by hall"
            sentence="The north hall took 61% of the crates, a third of them out of tolerance."
            labelHeader="Hall"
            series={[
              { id: 'in', label: 'Inside tolerance', tone: 'good' },
              { id: 'out', label: 'Outside tolerance', tone: 'failed' },
            ]}
            bars={[
              { id: 'n', label: 'North hall', values: { in: 812, out: 401 } },
              { id: 's', label: 'South hall', values: { in: 544, out: 32 } },
              { id: 'c', label: 'Courtyard under the old clock', values: { in: 190, out: 12 } },
            ]}
          />
        </Card>
        <Card>
          <BarChart
            title="Kinds by day"
            sentence="Fish is brought on Friday, fruit on both days."
            labelHeader="Day"
            layout="grouped"
            series={[
              { id: 'fish', label: 'Fish' },
              { id: 'fruit', label: 'Fruit' },
              { id: 'bread', label: 'Bread' },
            ]}
            bars={[
              { id: 'fri', label: 'Friday', values: { fish: 120, fruit: 90, bread: 40 } },
              { id: 'sat', label: 'Saturday', values: { fish: 12, fruit: 88, bread: 66 } },
            ]}
          />
        </Card>
        <Card>
          <LineChart
            title="Deliveries a week"
            sentence="Deliveries rose from 120 to 210 a week since September."
            labelHeader="Week"
            valueHeader="Deliveries"
            points={[120, 126, 118, 140, 152, 149, 171, 168, 190, 204, 199, 210].map((value, week) => ({
              id: `w${week}`,
              label: `Week ${36 + week}`,
              value,
            }))}
          />
        </Card>
        <Card title="Small lines">
          <Stack gap={2}>
            {[
              [3, 5, 4, 8, 9, 12],
              [9, 9, 8, 4, 3, 1],
            ].map(values => (
              <Row key={values.join()}>
                <span>Open questions</span>
                <Sparkline label={`Open questions, last ${values.at(-1)}`} values={values} />
                <strong>{values.at(-1)}</strong>
              </Row>
            ))}
          </Stack>
        </Card>
      </Columns>
    </Stack>
  )
}
