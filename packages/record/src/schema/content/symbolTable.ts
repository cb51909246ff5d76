/** Numbers the names of elements or attributes of one schema, so that the checker looks names up by small integers. */
export class SymbolTable {
  /** By namespace, then by local name: no text is put together to look a name up. */
  private readonly numbers = new Map<string, Map<string, number>>()
  private count = 0

  /** Number of a name (from 1), given one where it has none. */
  add(namespace: string, local: string): number {
    const known = this.find(namespace, local)
    if (known !== 0) return known
    const names = this.numbers.get(namespace) ?? new Map<string, number>()
    this.numbers.set(namespace, names)
    names.set(local, ++this.count)
    return this.count
  }

  /** Number of a name, 0 where the schema does not have it. */
  find(namespace: string, local: string): number {
    return this.numbers.get(namespace)?.get(local) ?? 0
  }

  get size(): number {
    return this.count
  }
}
