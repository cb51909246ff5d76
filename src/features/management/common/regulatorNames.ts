import { listRegulators } from '../../../domain/wire/collections.ts'
import { useResource } from '../../../hooks/index.ts'

/** The short name of a regulator by its code; the code itself where it is not known, or not yet. */
export const useRegulatorName = (): ((code: string) => string) => {
  const known = useResource(listRegulators, {})
  const names = new Map(known.data?.regulators.map(({ code, shortName }) => [code, shortName]))
  return code => names.get(code) ?? code
}
