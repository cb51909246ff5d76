/**
 * Where something stands that a chart is about, each place with the tags that the chart's state of it carries. Predicates ask
 * for a tag, and SQL takes the names of the places that have it, so that no place is named outside its table.
 */
export const taggedPlaces = <const Table extends Readonly<Record<string, readonly string[]>>>(
  table: Table,
) => {
  type Place = keyof Table & string
  type Tag = Table[Place][number]
  const places = Object.keys(table) as Place[]
  const has = (place: Place, tag: Tag): boolean => table[place]?.includes(tag) ?? false
  return {
    /** Everywhere that it can stand, in the order of the table. */
    places: places as readonly Place[],
    /** The tags of a place, for the chart's state. */
    of: <P extends Place>(place: P): Table[P] => table[place],
    /** Whether a place has a tag. */
    has,
    /** The places that have a tag, as the parameter of a query. */
    placesWith: (tag: Tag): Place[] => places.filter(place => has(place, tag)),
  }
}

/** The tags of a table of places. */
export type TagOf<Places extends { placesWith: (tag: never) => unknown }> = Parameters<
  Places['placesWith']
>[0]
