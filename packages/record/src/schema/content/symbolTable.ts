import { nameKey } from '../components.ts'

/** Numbers the names of elements or attributes of one schema, so that the checker looks names up by small integers. */
export class SymbolTable {
  private readonly numbers = new Map<string, number>()

  /** Number of a name (from 1), given one where it has none. */
  add(namespace: string, local: string): number {
    const key = nameKey(namespace, local)
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    this.numbers.set(key, this.numbers.size + 1)
    return this.numbers.size
  }

  /** Number of a name, 0 where the schema does not have it. */
  find(namespace: string, local: string): number {
    return this.numbers.get(nameKey(namespace, local)) ?? 0
  }

  get size(): number {
    return this.numbers.size
  }
}
