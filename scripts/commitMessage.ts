// Run by the hook .ci/commit-msg with the file of a commit's message.
import { readFileSync } from 'node:fs'
import { messageFaults } from './commits/subject.ts'

const faults = messageFaults(readFileSync(process.argv[2] ?? '', 'utf8'))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
