/**
 * Every message in English from the start, for tests and programs of the command line. Nothing that a page is made of
 * imports it: where a module awaits while it is loaded, the bundler gives each page that is fetched later a file of its
 * own in front of the one that holds it.
 */
import { loadAllMessages } from '../messages/messages.ts'

await loadAllMessages('en')

export { inEnglish } from './english.ts'
