import { copyFile, mkdtemp, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleFile } from '../support/samples.ts'

/** How the check of a file ends. */
export type CheckEnd = 'clean' | 'findings' | 'malformed'

const made = new Map<string, Promise<string>>()

const original = (provider: string): Promise<string> => {
  const file = made.get(provider) ?? sampleFile('made.xml', { provider, students: 3 })
  made.set(provider, file)
  return file
}

/** A file of its own whose check in front of a provider ends so. */
export const fileThatEnds = async (end: CheckEnd, provider: string): Promise<string> => {
  // The file of another provider would be refused: that is a finding too.
  const source = await original(end === 'findings' ? '0002' : provider)
  const file = join(await mkdtemp(join(tmpdir(), 'bedel-path-')), 'a.xml')
  await copyFile(source, file)
  if (end === 'malformed') await truncate(file, (await stat(file)).size - 100)
  return file
}
