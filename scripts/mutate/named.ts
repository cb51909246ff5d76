import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area, Fault } from './fault.ts'

/*
 * Ten faults that no test had noticed. Each is put in by every run of `npm run mutate`.
 */

interface Named {
  area: Area
  file: string
  /** Stands in the file once. */
  from: string
  to: string
  label: string
  tests: readonly string[]
  only?: string
}

const readsByReference = 'tests/server/readsByReference.test.ts'

const named: readonly Named[] = [
  {
    area: 'facts',
    file: 'server/lifecycle/facts.ts',
    from: 's.inst_id = p.inst_id and s.mode = w.mode\n',
    to: 's.inst_id = p.inst_id\n',
    label: 'an upload of online validation counts as one under way of the live file',
    tests: [readsByReference],
  },
  {
    area: 'messages',
    file: 'src/features/monitoring/rules/RuleTable.tsx',
    from: "t('rules.bar', { outside, checked })",
    to: "t('rules.bar', { outside: checked, checked: outside })",
    label: 'two values are swapped where the bar of a rule is described',
    tests: ['tests/view/monitoring/rulesAcross.test.tsx'],
  },
  {
    area: 'reports',
    file: 'server/analysis/ruleset/tolerance.ts',
    from: "word?.toLowerCase() === 'or'",
    to: "word === 'or'",
    label: '"5 records OR 10%" is read as "and"',
    tests: ['server/analysis/ruleset/tolerance.test.ts'],
  },
  {
    area: 'sql',
    file: 'server/database/queries/sinceYesterday.ts',
    from: "at time zone 'Europe/London'",
    to: "at time zone 'UTC'",
    label: 'yesterday begins at midnight of UTC',
    tests: [readsByReference],
  },
  {
    area: 'sql',
    file: 'server/database/queries/providerOverview.ts',
    from: ' and e.from_status_id <> e.to_status_id',
    to: '',
    label: 'the time since which a submission has its status jumps when it is superseded',
    tests: [readsByReference],
  },
  {
    area: 'facts',
    file: 'server/lifecycle/write.ts',
    from: '      submitterId: null,\n',
    to: '',
    label: 'a re-processed copy keeps the submitter',
    tests: ['tests/server/decisions.test.ts'],
    only: 'keeps the uploader of a file',
  },
  {
    area: 'facts',
    file: 'src/domain/dates.ts',
    from: 'hours < 48',
    to: 'hours <= 48',
    label: 'two days are 48 h',
    tests: ['src/domain/dates.test.ts'],
  },
  {
    area: 'messages',
    file: 'src/messages/en/monitoring.json',
    from: 'one {{count, number} of {total, number} provider is at',
    to: 'one {{total, number} of {count, number} provider is at',
    label: 'count and total are swapped in one form of steps.sentence',
    tests: ['tests/sentences.test.ts'],
  },
  {
    area: 'facts',
    file: 'src/machines/submission-lifecycle/activity.ts',
    from: "  UPLOAD_CANCELLED: 'uploadEnded',\n",
    to: '',
    label: 'a cancelled upload leaves no line in the activity log',
    tests: ['src/machines/submission-lifecycle/activity.test.ts'],
  },
  {
    area: 'hearing',
    file: 'src/domain/wire/hearing.ts',
    from: "isPermitted(listener, 'delivery.view') && isOwn(listener, instId)",
    to: "isPermitted(listener, 'delivery.view')",
    label: 'a customer is told of the deliveries of another',
    tests: ['src/domain/wire/hearing.test.ts'],
  },
]

/** The named faults in the files below a folder. Throws where one does not stand there once, for it has to be brought up to date. */
export const namedFaults = (root: string): Fault[] =>
  named.map(({ from, to, ...fault }) => {
    const text = readFileSync(join(root, fault.file), 'utf8')
    const [start, last] = [text.indexOf(from), text.lastIndexOf(from)]
    if (start < 0 || start !== last)
      throw new Error(
        `${fault.file}: "${from.trim()}" is not there once. Bring scripts/mutate/named.ts up to date.`,
      )
    return { ...fault, start, end: start + from.length, with: to }
  })
