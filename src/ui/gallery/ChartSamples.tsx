import { Card } from '../Card.tsx'
import { DeviationStrip } from '../DeviationStrip.tsx'
import { HistogramChart } from '../HistogramChart.tsx'
import { Stack } from '../Layout.tsx'
import { MatrixChart } from '../MatrixChart.tsx'
import { MovementChart } from '../MovementChart.tsx'
import { StepFunnel } from '../StepFunnel.tsx'

export function ChartSamples() {
  return (
    <Stack gap={4}>
      <Steps />
      <Weights />
      <Movements />
      <Matrix />
    </Stack>
  )
}

const beds = Array.from({ length: 12 }, (_, row) =>
  Uint8Array.from({ length: 40 }, (_, column) => (row * 7 + column * column) % 3),
)
const states = ['fine', 'thirsty', 'dry']

function Matrix() {
  return (
    <Card>
      <MatrixChart
        title="Plants by bed"
        sentence="12 plants from above to below, 40 beds from left to right."
        rows={beds}
        columnCount={40}
        wordsOf={(row, column) =>
          `Plant ${row + 1} in bed ${column + 1} is ${states[beds[row]?.[column] ?? 0]}.`
        }
        hrefOf={(row, column) => `#plant-${row}-${column}`}
        legend={{ strong: 'Dry', light: 'Thirsty' }}
        help="The arrow keys go to other cells."
        table={{ columns: ['Bed', 'Plants'], rows: [{ id: '1', cells: ['1', '12'] }] }}
      />
    </Card>
  )
}

function Movements() {
  return (
    <Card>
      <Stack gap={4}>
        <MovementChart
          title="Against last season"
          sentence="2 of 8 figures lie beyond what was expected."
          level={2}
          labels={{ now: 'This season', before: 'Last season', allowed: 'Expected between' }}
          rowsLabel="Crop"
          columns={[
            { id: 'north', label: 'Northern fields' },
            { id: 'south', label: 'Southern fields' },
          ]}
          rows={[
            {
              id: 'apples',
              label: 'Apples',
              points: [
                { now: 820, before: 800, allowed: { from: 720, to: 880 } },
                { now: 340, before: 500, allowed: { from: 450, to: 550 }, mark: 'issue' },
              ],
            },
            {
              id: 'beans',
              label: 'Beans',
              points: [
                { now: 610, before: 540, allowed: { from: 486, to: 594 }, mark: 'notice' },
                { now: 12, before: 15, allowed: { from: 0, to: 65 } },
              ],
            },
            {
              id: 'carrots',
              label: 'Carrots',
              points: [
                { now: 120, before: 131, allowed: { from: 81, to: 181 } },
                { now: 98, before: 60, allowed: { from: 10, to: 110 } },
              ],
            },
            {
              id: 'dill',
              label: 'Dill',
              points: [undefined, { now: 31, before: 30, allowed: { from: 0, to: 80 } }],
            },
          ]}
        />
        <DeviationStrip
          values={[0.1, -0.4, -3, 1.3, 0.2, 0.6]}
          farthest={3}
          label="2 of 6 figures moved by more than was expected"
        />
      </Stack>
    </Card>
  )
}

const weights = [27, 32, 24, 17, 12, 8, 5, 3, 2, 1, 0, 1]

function Weights() {
  return (
    <Card>
      <HistogramChart
        title="Crates by weight, 5 kg becomes 8 kg"
        sentence="4 of the 132 crates would be too heavy."
        axisLabel="Crates by weight"
        parts={[
          { id: 'light', label: 'light', tone: 'plain' },
          { id: 'allowed', label: 'newly allowed', tone: 'good' },
          { id: 'refused', label: 'newly refused', tone: 'attention' },
          { id: 'heavy', label: 'too heavy', tone: 'failed' },
        ]}
        bars={weights.map((count, at) => ({
          id: String(at),
          label: `${at} to ${at + 1} kg`,
          values: [at < 5 ? count : 0, at >= 5 && at < 8 ? count : 0, 0, at >= 8 ? count : 0],
        }))}
        ticks={[...weights, 0].map((_, at) => ({ id: String(at), label: `${at} kg`, at }))}
        marks={[
          { id: 'today', label: 'today 5 kg', at: 5, isDashed: true },
          { id: 'changed', label: 'changed 8 kg', at: 8 },
        ]}
      />
    </Card>
  )
}

function Steps() {
  return (
    <Card>
      <StepFunnel
        title="Where deliveries stand"
        sentence="62 of 210 deliveries wait at the quality check, more than at any other step."
        level={2}
        labelHeader="Step"
        valueHeader="Deliveries"
        partHeader="Without papers"
        steps={[
          {
            id: 'gate',
            label: 'Gate',
            count: 38,
            href: '#gate',
            part: { count: 11, label: '11 without papers' },
          },
          { id: 'scales', label: 'Scales', count: 24, href: '#scales', note: '3 over an hour' },
          { id: 'check', label: 'Quality check', count: 62, tone: 'attention', href: '#check' },
          { id: 'price', label: 'Price', count: 19, href: '#price' },
          { id: 'stall', label: 'Stall', count: 9, href: '#stall' },
          { id: 'closed', label: 'Closed', count: 58, tone: 'good', href: '#closed' },
        ]}
      />
    </Card>
  )
}
