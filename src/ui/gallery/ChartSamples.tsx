import { Card } from '../Card.tsx'
import { StepFunnel } from '../StepFunnel.tsx'

export function ChartSamples() {
  return (
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
  )
}
