import { useCallback, useState } from 'react'

/** Rows of a table that are chosen for one act, by their ids. */
export interface Choice {
  chosen: ReadonlySet<string>
  choose: (ids: readonly string[], isChosen: boolean) => void
  clear: () => void
}

/** Rows that are chosen in a table. A choice stays while the filters change. */
export const useChoice = (): Choice => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // The same at every drawing, so that columns are not made again.
  const choose = useCallback<Choice['choose']>(
    (ids, isChosen) =>
      setChosen(
        former => new Set(isChosen ? [...former, ...ids] : [...former].filter(id => !ids.includes(id))),
      ),
    [],
  )
  return {
    chosen,
    choose,
    clear: () => setChosen(new Set()),
  }
}
