import { loggedPreciselyAt } from '../../../domain/dates.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Card, Link } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import styles from './ActorTree.module.css'
import type { ObservedActor } from './observe.ts'

/** The deepest states: an outer state is part of their names. */
const innermost = (states: readonly string[]): string[] =>
  states.filter(state => !states.some(other => other.startsWith(`${state}.`)))

interface TreeProps {
  actors: readonly ObservedActor[]
  chosen: string
}

/** Running actors, each below the one that made it, with its states and since when. */
export function ActorTree({ actors, chosen }: TreeProps) {
  const t = useMessages('inspector.running')
  return (
    <Card title={t('actors', { count: actors.length })} level={3}>
      <Branch parent={undefined} actors={actors} chosen={chosen} label={t('tree')} />
    </Card>
  )
}

interface BranchProps extends TreeProps {
  parent: string | undefined
  label?: string
}

function Branch({ parent, actors, chosen, label }: BranchProps) {
  const children = actors.filter(actor =>
    parent === undefined ? actor.depth === 0 : actor.depth > 0 && actor.parent === parent,
  )
  if (children.length === 0) return null
  return (
    <ul className={styles.branch} aria-label={label} data-plain>
      {children.map(actor => (
        <li key={actor.id}>
          <Line actor={actor} isChosen={actor.id === chosen} />
          <Branch parent={actor.id} actors={actors} chosen={chosen} />
        </li>
      ))}
    </ul>
  )
}

function Line({ actor, isChosen }: { actor: ObservedActor; isChosen: boolean }) {
  const t = useMessages('inspector.running')
  const text = useText()
  const { hrefOf } = useInspectorAddress()
  const { id, name, states, since } = actor
  const href = hrefOf({ actor: id, state: undefined, fold: undefined, zoom: undefined })
  return (
    <div className={styles.actor} data-chosen={isChosen || undefined}>
      {states.length === 0 ? (
        <span>{name}</span>
      ) : (
        <Link href={href} variant="row" {...(isChosen ? { 'aria-current': true } : {})}>
          {name}
        </Link>
      )}
      {innermost(states).map(state => (
        <code key={state}>{state}</code>
      ))}
      {states.length > 0 && (
        <span className={styles.since}>
          {since === undefined ? t('sinceBefore') : t('since', { time: text(loggedPreciselyAt(since)) })}
        </span>
      )}
    </div>
  )
}
