import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { OperatorFault } from '../operatorFault.ts'
import type { ObjectStore } from '../storage/index.ts'
import { type AuditKeys, type Checkpoint, openCheckpoint } from './note.ts'

/*
 * Checkpoints outside the database. The object store keeps each under its own size and the latest once more; the second
 * place keeps the latest.
 */

const folder = 'audit/checkpoints/'
/** Where the latest checkpoint lies in the object store. */
export const latestKey = `${folder}latest`
/** Where the checkpoint of so many lines lies there. */
export const keyOfSize = (size: number): string => `${folder}${String(size).padStart(12, '0')}`
/** Name of the file in the second place. */
export const latestFile = 'bedel-audit.latest'

/**
 * Checkpoints by size that are read: the newest, and as many spread over those before. One may be made every minute, and
 * each stands for all lines before it, so that a list that was written anew shows at any of those that came after.
 */
const newest = 1000

/** A note and where it was found. */
export interface KeptNote {
  where: string
  note: string
}

/** What a place outside the database keeps. */
export interface OutsidePlace {
  name: string
  latest: KeptNote | undefined
  others: KeptNote[]
  /** Why it cannot be read. */
  problem?: string
}

type ReadableStore = Pick<ObjectStore, 'open' | 'stat' | 'list'>

const storeName = 'the object store'
const secondName = 'the second place'

/** A second place is noted beside the keys, and whoever looks at the audit has not named it: what it knows is not seen. */
export class SecondPlaceUnnamed extends OperatorFault {
  override readonly name = 'SecondPlaceUnnamed'
  constructor(notedPlace: string) {
    super(
      `The servers keep checkpoints in a second place too, which was not looked at: set AUDIT_CHECKPOINTS_DIR to it. A server has it as ${notedPlace}.`,
    )
  }
}

/** Why the second place is not among those that are read; undefined where it is, or there is none. */
export const unnamedPlace = (
  { notedPlace }: AuditKeys,
  secondPlace: string | undefined,
): SecondPlaceUnnamed | undefined =>
  secondPlace === undefined && notedPlace !== undefined ? new SecondPlaceUnnamed(notedPlace) : undefined

const noteAt = async (store: ReadableStore, key: string): Promise<string> => text(await store.open(key))

/** Keys of checkpoints by size, the largest first. */
const sizeKeys = async (store: ReadableStore): Promise<string[]> =>
  (await store.list(folder))
    .filter(key => key !== latestKey)
    .toSorted()
    .toReversed()

const some = (keys: readonly string[]): string[] => {
  const before = keys.slice(newest)
  const step = Math.ceil(before.length / newest)
  return [...keys.slice(0, newest), ...before.filter((_, n) => n % step === 0)]
}

const inStore = async (store: ReadableStore): Promise<OutsidePlace> => {
  const others: KeptNote[] = []
  for (const key of some(await sizeKeys(store)))
    others.push({ where: `${key} in the object store`, note: await noteAt(store, key) })
  return {
    name: storeName,
    latest: (await store.stat(latestKey))
      ? { where: `the checkpoint in ${storeName}`, note: await noteAt(store, latestKey) }
      : undefined,
    others,
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The latest note of the second place; undefined where there is none. Rejects where the place cannot be read. */
const secondNote = (secondPlace: string): Promise<string | undefined> =>
  readFile(join(secondPlace, latestFile), 'utf8').catch(error => {
    if (isMissing(error)) return undefined
    throw error
  })

const inSecondPlace = async (secondPlace: string): Promise<OutsidePlace> => {
  try {
    const note = await secondNote(secondPlace)
    const latest = note === undefined ? undefined : { where: `the checkpoint in ${secondName}`, note }
    return { name: secondName, latest, others: [] }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { name: secondName, latest: undefined, others: [], problem }
  }
}

/** Everything that is kept outside the database, place by place. */
export const readOutside = async (
  store: ReadableStore,
  secondPlace: string | undefined,
): Promise<OutsidePlace[]> => [
  await inStore(store),
  ...(secondPlace === undefined ? [] : [await inSecondPlace(secondPlace)]),
]

/** Lines that the latest checkpoint of each place knows, 0 where it has none that our keys have signed. */
export interface Published {
  store: number
  /** Undefined where no second place is named. */
  second: number | undefined
  /** The most lines that any of them knows, also where the latest of the store is gone and others are left. */
  most: number
}

/** What the places know, as cheaply as the seal of every minute asks it. Rejects where one cannot be read. */
export const readPublished = async (
  store: ReadableStore,
  secondPlace: string | undefined,
  keys: AuditKeys,
): Promise<Published> => {
  const opened = (note: string | undefined): Checkpoint | undefined =>
    note === undefined ? undefined : openCheckpoint(note, keys.trusted)
  const latest = opened((await store.stat(latestKey)) ? await noteAt(store, latestKey) : undefined)
  let most = latest
  if (!latest)
    for (const key of await sizeKeys(store)) {
      most = opened(await noteAt(store, key))
      if (most) break
    }
  const second = secondPlace === undefined ? undefined : (opened(await secondNote(secondPlace))?.size ?? 0)
  return { store: latest?.size ?? 0, second, most: Math.max(most?.size ?? 0, second ?? 0) }
}
