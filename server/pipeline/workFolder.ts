import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A new, empty scratch folder. */
export const makeWorkFolder = async (parent: string, name: string): Promise<string> => {
  const folder = join(parent, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}

export const removeWorkFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Runs the work with a scratch folder of its own, which is gone afterwards. */
export const withWorkFolder = async <T>(
  parent: string,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await makeWorkFolder(parent, name)
  try {
    return await work(folder)
  } finally {
    await removeWorkFolder(folder)
  }
}
