import { useMessages } from '../../../messages/index.ts'
import { Neighbours } from '../../../ui/index.ts'

interface Destination {
  href: string
  name: string
}

/** What stands beside a rule or a student in the list that one came from. */
export interface ListNeighbours {
  previous: Destination | undefined
  next: Destination | undefined
  /** From 1. */
  place: number
  total: number
}

/** The ways to the one before and the one after in the list that one came from (specification 2 §2.9). */
export function ListWays({ label, previous, next, place, total }: ListNeighbours & { label: string }) {
  const t = useMessages('submissions.layout')
  return (
    <Neighbours
      label={label}
      place={t('ways.place', { place, total })}
      previous={{ word: t('ways.previous'), to: previous, end: t('ways.first') }}
      next={{ word: t('ways.next'), to: next, end: t('ways.last') }}
    />
  )
}
