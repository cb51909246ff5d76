import type { Permission } from '../../domain/permissions.ts'
import type { Message } from '../../messages/message.ts'

/**
 * A guard of a chart that the server enforces, with the messages that explain it. A `right` that fails is answered 403,
 * a `condition` 409; a `route` only picks among targets and never refuses. A `separation` (of duties) is answered 403 as
 * well, but stands against this person and this thing only: who has the right is told why not here.
 */
export interface Guard<Facts, Event> {
  kind: 'right' | 'separation' | 'condition' | 'route'
  /** What a right asks for besides the facts; absent where that hangs on the facts. */
  permission?: Permission
  test: (facts: Facts, event: Event) => boolean
  /** What is the case when the guard holds. */
  holds: Message
  /** What is the case when it does not, and what to do. */
  fails: Message | ((facts: Facts, event: Event) => Message)
}

/** The implementations of a table of guards for its chart: the same tests under the same names. */
export const implementationsOf = <Facts, Event, Name extends string>(
  guards: Readonly<Record<Name, Guard<Facts, Event>>>,
) =>
  Object.fromEntries(
    (Object.keys(guards) as Name[]).map(name => [
      name,
      ({ context, event }: { context: Facts; event: Event }) => guards[name].test(context, event),
    ]),
  ) as Record<Name, (args: { context: Facts; event: Event }) => boolean>
