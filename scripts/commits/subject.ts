import { faultsOf } from '../words/patterns.ts'

/** The most characters of a subject: longer ones are cut in lists of commits. */
const mostCharacters = 72

/** Verbs that hide what a change does ("Let the page show …"), alone or after the name of a part. */
const vagueVerb = /^(?:[^:]+: )?(?:Let|Say|Have|Tell|Give)\b/i

/** Git joins them to an earlier commit before anybody reads their subject. */
const isForAutosquash = (subject: string): boolean => /^(?:fixup|squash|amend)! /.test(subject)

/**
 * What is wrong with the subject of a commit, each with what to write instead; empty for a good one. The rules are in
 * CONTRIBUTING.md.
 */
export const subjectFaults = (subject: string): string[] => [
  ...(subject.length > mostCharacters ? [`${subject.length} characters: at most ${mostCharacters}`] : []),
  ...(/^\p{Lu}/u.test(subject) ? [] : ['the first character must be a capital letter']),
  ...(subject.endsWith('.') ? ['the last character must not be a full stop'] : []),
  ...(vagueVerb.test(subject) ? ['Let, Say, Have, Tell, Give: name what changes'] : []),
  ...faultsOf(subject, { isScreen: false }),
]

/** The subject in the file of a commit's message: its first paragraph in one line, without Git's comments. */
const subjectOf = (message: string): string => {
  const [written = ''] = message.split(/^# -+ >8 -+$/m)
  const [first = ''] = written
    .replace(/^#.*\n?/gm, '')
    .trim()
    .split(/\n\s*\n/)
  return first.replace(/\s*\n\s*/g, ' ')
}

/** What is wrong with the subject of the message that Git gives to its hook `commit-msg`; empty for a good one. */
export const messageFaults = (message: string): string[] => {
  const subject = subjectOf(message)
  return isForAutosquash(subject) ? [] : subjectFaults(subject).map(fault => `"${subject}": ${fault}`)
}
