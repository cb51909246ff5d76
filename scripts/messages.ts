import { dateForms } from '../src/messages/formats.ts'
import { checkMessages } from './messages/check.ts'
import { compileMessages } from './messages/compile.ts'
import { readOptions } from './support/options.ts'

/**
 * `npm run messages [-- --check]`: compiles the catalogue of messages to the modules that browser, server, tests and
 * scripts import. With --check it also prints what is wrong in the catalogue (an unused message, a translation that
 * takes other parameters or lacks a plural form, a form that is not understood at run time) and ends with 1 when
 * anything is; messages without a translation are listed, and are no fault.
 */
const { check: isCheck } = readOptions('npm run messages -- [--check]', {
  check: { type: 'boolean', default: false },
})

compileMessages()
if (isCheck) {
  const { faults, untranslated } = checkMessages(Object.keys(dateForms))
  for (const key of untranslated) console.log(`not translated: ${key}`)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
