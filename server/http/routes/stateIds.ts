import { listOf, message } from '../../../src/messages/message.ts'
import { invalidField } from '../problems.ts'

/** Ids of states that a query names by id or by name, once or several times; throws on one that there is not. */
export const stateIdsIn = (
  query: string | string[] | undefined,
  states: readonly { id: number; name: string }[],
): number[] | null => {
  if (query === undefined) return null
  return [query].flat().flatMap(given =>
    given.split(',').map(one => {
      const known = states.find(
        ({ id, name }) => String(id) === one || name === one.toUpperCase().replaceAll(/[ -]/g, '_'),
      )
      if (known) return known.id
      const values = listOf(states.map(({ name }) => name))
      throw invalidField('query.state', message('server', 'field.oneOf', { values }))
    }),
  )
}
