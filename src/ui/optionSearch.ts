import Fuse from 'fuse.js'
import type { Option } from './options.ts'

const threshold = 0.2

/**
 * The options whose id or words match what was typed, in their own order: digits alone exactly, other text with small
 * mistakes. What is neither letter, digit nor space is not looked at (specification 2 §5).
 */
export function searchOptions(options: readonly Option[], typed: string): readonly Option[] {
  const text = typed.replace(/[^\p{L}\p{N}\s_]/gu, '').trim()
  if (text === '') return options
  const fuse = new Fuse(options, {
    keys: ['id', 'label'],
    threshold: /^\d+$/.test(text) ? 0 : threshold,
    ignoreLocation: true,
    ignoreDiacritics: true,
    shouldSort: false,
  })
  return fuse.search(text).map(({ item }) => item)
}
