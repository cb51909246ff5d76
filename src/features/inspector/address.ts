import { tableIds } from '../../domain/tables.ts'
import { useAddress } from '../../hooks/index.ts'
import type { View } from '../../ui/index.ts'

/** What the address of the inspector names: every drawing, moment and question can be linked to. */
export interface InspectorAddress {
  chart: string
  view: string
  /** Chosen state or transition of the chart. */
  state: string | undefined
  submission: string | undefined
  /** Number of the event in the submission's history that is shown. */
  at: string | undefined
  /** Folded states. */
  fold: readonly string[]
  /** The part of the drawing in sight; null for where it begins. */
  zoom: View | null
}

/** Changes of the address by parameter; undefined takes one away. */
export type AddressChange = Readonly<Record<string, string | undefined>>

/** Nothing of the submission that was looked at: neither its moment nor the page and the open lines of its sequence. */
export const nothingOfSubmission: AddressChange = {
  submission: undefined,
  at: undefined,
  [`${tableIds.sequence}.open`]: undefined,
  [`${tableIds.sequence}.page`]: undefined,
}

/** Nothing of the record of another chart that was looked at. */
export const nothingOfRecord: AddressChange = {
  subject: undefined,
  at: undefined,
  stop: undefined,
  took: undefined,
}

export const defaults = { chart: 'submissionLifecycle', view: 'diagram' } as const

/** A view as an address writes it: scale, then the point in the middle. A space is a plus in an address, so it stays readable. */
export const encodeZoom = ({ scale, x, y }: View): string => `${scale} ${x} ${y}`

/** The view that a parameter names; null when there is none or it is not one. */
export const decodeZoom = (text: string | null): View | null => {
  const numbers = (text ?? '').split(' ').map(Number)
  const [scale, x, y] = numbers
  if (numbers.length !== 3 || scale === undefined || x === undefined || y === undefined) return null
  return [scale, x, y].every(Number.isFinite) && scale > 0 ? { scale, x, y } : null
}

/** What an address of the inspector shows; the defaults stand for parameters that are absent. */
export const decodeAddress = (parameters: URLSearchParams): InspectorAddress => ({
  chart: parameters.get('chart') ?? defaults.chart,
  view: parameters.get('view') ?? defaults.view,
  state: parameters.get('state') ?? undefined,
  submission: parameters.get('submission') ?? undefined,
  at: parameters.get('at') ?? undefined,
  fold: parameters.get('fold')?.split(' ').filter(Boolean) ?? [],
  zoom: decodeZoom(parameters.get('zoom')),
})

/** The parameters after a change; what is as usual is left out. */
export const changedAddress = (former: URLSearchParams, change: AddressChange): URLSearchParams => {
  const next = new URLSearchParams(former)
  for (const [name, value] of Object.entries(change)) {
    const isUsual = name in defaults && defaults[name as keyof typeof defaults] === value
    if (value === undefined || value === '' || isUsual) next.delete(name)
    else next.set(name, value)
  }
  return next
}

export interface AddressHandle {
  address: InspectorAddress
  /** A parameter of a view's own. */
  parameter: (name: string) => string | undefined
  /** Goes to the changed address; `replace` leaves no step in the browser's history. */
  go: (change: AddressChange, options?: { replace?: boolean }) => void
  /** The changed address, to link to. */
  hrefOf: (change: AddressChange) => string
}

/** The inspector's address and ways to change it. */
export const useInspectorAddress = (): AddressHandle => {
  const [parameters, changeParameters] = useAddress()
  return {
    address: decodeAddress(parameters),
    parameter: name => parameters.get(name) ?? undefined,
    go: (change, options) => changeParameters(former => changedAddress(former, change), options),
    hrefOf: change => `?${changedAddress(parameters, change)}`,
  }
}
