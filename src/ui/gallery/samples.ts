import type { Option, OptionGroup } from '../options.ts'
import type { Step } from '../Stepper.tsx'

/** Made-up things for the gallery: deliveries of a market hall, so that no word of the product's trade is needed. */
export interface Delivery {
  id: string
  stall: string
  state: 'waiting' | 'good' | 'attention' | 'failed'
  label: string
  crates: number | null
  weight: number
  arrived: string
  children?: Delivery[]
}

const stalls = [
  'Ŵynfford Dairy',
  'Ashby & Daughters',
  'Cardigan Fish',
  'Ffynnon Bakery',
  'Upper Mill Orchards',
  'Tŷ Mawr Honey',
]
const kinds = [
  { state: 'good', label: 'Accepted' },
  { state: 'waiting', label: 'Being weighed' },
  { state: 'attention', label: 'Short by 2 crates' },
  { state: 'failed', label: 'Refused at the gate' },
] as const

/** Deliveries in a fixed, varied order. */
export function deliveries(count: number): Delivery[] {
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[(at * 7 + Math.floor(at / 3)) % kinds.length] ?? kinds[0]
    const row: Delivery = {
      id: `a41f-${String(1000 + at * 37)}`,
      stall: `${stalls[at % stalls.length]}${at >= stalls.length ? ` ${Math.floor(at / stalls.length) + 1}` : ''}`,
      ...kind,
      crates: at % 9 === 4 ? null : (at * 7919) % 1500,
      weight: Math.round(((at * 104_729) % 99_991) * 1.7),
      arrived: new Date(Date.UTC(2026, 10, 21, 6, at * 11)).toISOString(),
    }
    if (at % 5 !== 1) return row
    const part = { ...row, weight: Math.round(row.weight / 2) }
    return {
      ...row,
      children: [
        { ...part, id: `${row.id}-a`, stall: 'First lorry' },
        { ...part, id: `${row.id}-b`, stall: 'Second lorry' },
      ],
    }
  })
}

export const steps: Step[] = [
  { id: 'gate', label: 'Gate', state: 'complete', href: '#gate' },
  { id: 'scales', label: 'Scales', state: 'complete', href: '#scales' },
  { id: 'check', label: 'Quality check', state: 'error', href: '#check', note: '2 crates out of tolerance' },
  { id: 'price', label: 'Price', state: 'current', href: '#price' },
  { id: 'stall', label: 'Stall', state: 'waiting' },
  { id: 'close', label: 'Closing', state: 'locked' },
]

export const groupedOptions: OptionGroup[] = [
  {
    id: 'north',
    label: 'North hall',
    options: [
      { id: 'n1', label: 'Ashby & Daughters' },
      { id: 'n2', label: 'Cardigan Fish', hint: 'Fridays only' },
      { id: 'n3', label: 'Ŵynfford Dairy', disabledReason: 'Has not signed the rules of the hall' },
    ],
  },
  {
    id: 'south',
    label: 'South hall',
    options: [
      { id: 's1', label: 'Upper Mill Orchards' },
      { id: 's2', label: 'Tŷ Mawr Honey' },
    ],
  },
]

export const countedOptions: Option[] = [
  { id: 'accepted', label: 'Accepted', count: 128 },
  { id: 'weighed', label: 'Being weighed', count: 12 },
  { id: 'short', label: 'Short by some crates', count: 7 },
  { id: 'refused', label: 'Refused at the gate', count: 3 },
  { id: 'late', label: 'Late', count: 1204 },
  { id: 'lost', label: 'Lost', count: 0, disabledReason: 'None today' },
  { id: 'sold', label: 'Sold', count: 44 },
  { id: 'returned', label: 'Returned', count: 5 },
]
