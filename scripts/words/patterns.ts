/** A pattern of words that the project does not use, and what to write instead. */
interface Pattern {
  found: RegExp
  instead: string
  /** Only at the start of a label: a text without a full stop or a question mark. */
  inLabels?: true
  /** Only on screens: documents and comments may use it. */
  onScreens?: true
}

const patterns: readonly Pattern[] = [
  { found: /\bstands?\b/i, instead: 'is, applies, appears' },
  { found: /\bawaits?\b/i, instead: 'wait for, or name the task' },
  { found: /\b(anew|afresh|mended|besides|meanwhile)\b/i, instead: 'again, fixed, also, now' },
  { found: /\ball the same\b/i, instead: 'anyway' },
  { found: /\bno more(?=[.,;:)]|$)/i, instead: 'no longer' },
  {
    found: /\bby (you|itself|themselves)\b/i,
    instead: 'name who acts first: "You cannot …", or "automatically"',
  },
  {
    found: /^(Of|Where|What|Who|Whom|Whose)\b(?! (to do|to look out for|happens next)\b)/,
    instead: 'a noun: "Failing", "About", "Approver"',
    inLabels: true,
    onScreens: true,
  },
  { found: /\b(is|are) to be\b/i, instead: 'must, will, or the plain verb' },
  { found: /\bwhom\b/i, instead: 'two sentences, or "who"' },
  { found: /\bwhose\b/i, instead: 'two sentences, or "of"', onScreens: true },
  { found: /\bcould not be found out\b/i, instead: 'could not check' },
  { found: /\bof (its|their) own\b/i, instead: '"its own …" before the noun' },
  { found: /\bput away\b/i, instead: 'dismiss' },
  { found: /\b(take|takes|taken|took) in\b/i, instead: 'add, accept' },
  {
    found: /\b(who|which)\b(?:(?!\b(?:and|or)\b)[^.;:])*\b(who|which)\b/i,
    instead: 'two sentences: one relative clause in each',
  },
]

/** The most words that a sentence has. */
export const mostWords = 25

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;])\s+|\s*→\s*/)

const isLabel = (text: string): boolean => !/[.?!]/.test(text)

/** What is wrong with the words of a text, each as it is found and what to write instead; empty for plain English. */
export const faultsOf = (text: string, { isScreen = true } = {}): string[] => [
  ...patterns.flatMap(({ found, instead, inLabels, onScreens }) => {
    const isLeftOut = (inLabels && !isLabel(text)) || (onScreens && !isScreen)
    const match = isLeftOut ? null : found.exec(text)
    return match ? [`"${match[0]}": ${instead}`] : []
  }),
  ...sentencesOf(text).flatMap(sentence => {
    const words = sentence.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length
    return words > mostWords ? [`${words} words in a sentence: at most ${mostWords}`] : []
  }),
]
