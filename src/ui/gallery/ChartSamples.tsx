import { Card } from '../Card.tsx'
import { DeviationStrip } from '../DeviationStrip.tsx'
import { DotRange } from '../DotRange.tsx'
import { HeatTable } from '../HeatTable.tsx'
import { HistogramChart } from '../HistogramChart.tsx'
import { Stack } from '../Layout.tsx'
import { MovementChart } from '../MovementChart.tsx'
import { StepFunnel } from '../StepFunnel.tsx'
import { WindowStrip } from '../WindowStrip.tsx'

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

const plants = ['Asters', 'Beans', 'Chives']
const beds = ['North', 'East', 'South', 'West']
const plantTones = ['none', 'fine', 'low', 'middle', 'high'] as const

function Matrix() {
  return (
    <Card padding="none">
      <HeatTable
        caption="Plants by bed"
        heads={{ rows: 'Plant', totals: 'Dry in, of 4', columnTotals: 'Dry plants, of 3' }}
        nothing="Not planted"
        columns={beds.map((bed, at) => ({
          id: bed,
          label: `${bed} bed`,
          shortLabel: bed,
          href: `#${bed}`,
          total: `${at}`,
        }))}
        rows={plants.map((plant, at) => ({
          id: plant,
          label: plant,
          href: `#${plant}`,
          isCurrent: at === 1,
          total: `${at}`,
          share: at / 3,
        }))}
        cellOf={(plant, bed) => {
          const at = plants.indexOf(plant) + beds.indexOf(bed)
          return {
            tone: plantTones[at % 5] ?? 'none',
            isStriped: at === 3,
            label: `${plant} in the ${bed} bed`,
          }
        }}
        legend={plantTones.map(tone => ({ id: tone, label: tone, tone }))}
      />
      <WindowStrip
        values={[9, 7, 6, 4, 2, 1, 1]}
        from={1}
        count={3}
        label="Seven beds, three of them shown"
      />
      <DotRange
        dots={[
          { id: 'a', letter: 'A', percent: 1, isBeyond: false },
          { id: 'b', letter: 'B', percent: 20, isBeyond: true },
        ]}
        allowed={{ from: 0, to: 5 }}
        scale="share"
        label="Two beds, one beyond 5%"
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
