import type { ContentModel, ElementDeclaration, ElementType } from '../schema/components.ts'
import type { SimpleType } from '../schema/simpleType.ts'
import type { LayoutNode } from './layout.ts'

/** What may stand inside the element, as far as the check goes. */
export const Mode = { skip: 0, elements: 1, value: 2, empty: 3, nil: 4 } as const
export type Mode = (typeof Mode)[keyof typeof Mode]

const keyBytes = 160

/** One open element; the frames are made once and used again. */
export class Frame {
  mode: Mode = Mode.skip
  name = ''
  declaration: ElementDeclaration | undefined
  type: ElementType | undefined
  model: ContentModel | undefined
  simple: SimpleType | undefined
  isMixed = false
  state = 0
  line = 0
  column = 0
  byte = 0
  /** Children of unknown name since the last one that fitted. */
  strangers = 0
  /** Whether something stands in it that makes a look at its value useless. */
  isSpoilt = false
  /** Whether text where none may stand has been told of. */
  hasStrayText = false
  /** Fields by which this record is known; the first `keyCount` of them have been read. */
  keyNames: readonly string[] = []
  keyCount = 0
  layout: LayoutNode | undefined
  /** Row number of this record, or of the nearest record around it; 0 = none. */
  row = 0
  private readonly keys: Uint8Array[] = []
  private readonly keyLengths: number[] = []
  private readonly keyFields: string[] = []

  setKey(field: string, bytes: Uint8Array, from: number, to: number): void {
    const length = Math.min(to - from, keyBytes)
    let store = this.keys[this.keyCount]
    if (store === undefined) {
      store = new Uint8Array(keyBytes)
      this.keys.push(store)
    }
    for (let i = 0; i < length; i++) store[i] = bytes[from + i]!
    this.keyLengths[this.keyCount] = length
    this.keyFields[this.keyCount] = field
    this.keyCount++
  }

  key(index: number): { field: string; value: string } {
    const store = this.keys[index] ?? new Uint8Array(0)
    return {
      field: this.keyFields[index] ?? '',
      value: new TextDecoder().decode(store.subarray(0, this.keyLengths[index] ?? 0)),
    }
  }
}
