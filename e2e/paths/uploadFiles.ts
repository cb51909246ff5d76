import { copyFile, mkdtemp, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleFile } from '../support/samples.ts'

/** How the check of a file ends. */
export type CheckEnd = 'clean' | 'findings' | 'malformed'

const made = new Map<string, Promise<string>>()

/** A large file takes the check long enough to tell of its progress. */
const sizes = { small: 60, large: 6_000 }

const original = (provider: string, size: keyof typeof sizes): Promise<string> => {
  const key = `${provider} ${size}`
  const file = made.get(key) ?? sampleFile('made.xml', { provider, students: sizes[size] })
  made.set(key, file)
  return file
}

/** A file of its own whose check in front of a provider ends so. */
export const fileThatEnds = async (end: CheckEnd, provider: string, isLarge: boolean): Promise<string> => {
  // The file of another provider would be refused: that is a finding too.
  const source = await original(end === 'findings' ? '0002' : provider, isLarge ? 'large' : 'small')
  const file = join(await mkdtemp(join(tmpdir(), 'bedel-path-')), 'a.xml')
  await copyFile(source, file)
  if (end === 'malformed') await truncate(file, (await stat(file)).size - 100)
  return file
}
