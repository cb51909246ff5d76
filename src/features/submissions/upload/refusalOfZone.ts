import type { FileRefusal } from '../../../machines/upload/types.ts'
import type { FileRefusal as ZoneRefusal } from '../../../ui/index.ts'

/** What a drop zone has refused, as the upload knows it. */
export const refusalOfZone = (refusal: ZoneRefusal): FileRefusal => {
  switch (refusal.reason) {
    case 'none':
      return { kind: 'noneChosen' }
    case 'several':
      return { kind: 'several', count: refusal.count }
    case 'type':
      return { kind: 'wrongType', name: refusal.file.name }
    case 'empty':
      return { kind: 'empty', name: refusal.file.name }
    case 'tooLarge':
      return {
        kind: 'tooLarge',
        name: refusal.file.name,
        size: refusal.file.size,
        maxBytes: refusal.maxBytes,
      }
  }
}
