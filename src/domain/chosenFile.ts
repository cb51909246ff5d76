import { type Message, message } from '../messages/message.ts'
import { bytes } from './bytes.ts'
import { shownFileName } from './fileName.ts'
import { uploadEndings } from './limits.ts'

/** What is known of a file before it is read. */
export interface ChosenFile {
  name: string
  /** Bytes. */
  size: number
}

/**
 * Whether the file that was stored under an upload's id is another one than was sent: two tabs may send two files under one id. Not
 * said where one of the hashes is unknown.
 */
export const isOtherFile = (sent: string | undefined, stored: string | undefined): boolean =>
  sent !== undefined && stored !== undefined && sent !== stored

/** Why a choice cannot be taken, before anything is read (specification 2 §5). */
export type FileRefusal =
  | { kind: 'noneChosen' }
  | { kind: 'several'; count: number }
  | { kind: 'wrongType'; name: string }
  | { kind: 'empty'; name: string }
  | { kind: 'tooLarge'; name: string; size: number; maxBytes: number }
  /** Not the file whose upload was begun; `expected` is its name, where another one was chosen. */
  | { kind: 'otherFile'; name: string; expected: string }

/** Ends in .xml in either case, and holds nothing that could hide another ending. */
const isXmlName = (name: string): boolean =>
  uploadEndings.some(ending => name.toLowerCase().endsWith(ending)) && !/%00|\p{Cc}/u.test(name)

/** A file as it is announced: who sends it by the API need not say its size. */
type AnnouncedFile = Pick<ChosenFile, 'name'> & { size: number | undefined }

/**
 * Why these files cannot be taken, undefined when they can: exactly one, named .xml (or .XML), not empty, within the
 * limit (specification 2 §5; decisions §7). A limit that is not known yet, and a size that was not told, refuse nothing.
 */
export const fileRefusal = (
  files: readonly AnnouncedFile[],
  maxBytes: number | undefined,
): FileRefusal | undefined => {
  const [file] = files
  if (!file) return { kind: 'noneChosen' }
  if (files.length > 1) return { kind: 'several', count: files.length }
  if (!isXmlName(file.name)) return { kind: 'wrongType', name: file.name }
  if (file.size === 0) return { kind: 'empty', name: file.name }
  if (maxBytes !== undefined && file.size !== undefined && file.size > maxBytes)
    return { kind: 'tooLarge', name: file.name, size: file.size, maxBytes }
  return undefined
}

/**
 * Why the server takes no file as it is announced, undefined when it does. `begun` is the size of the file whose upload in parts was
 * begun under the same id, if one was: that file is gone on with, whatever the limit is by now.
 */
export const announcedFileRefusal = (
  file: AnnouncedFile,
  { maxBytes, begun }: { maxBytes: number; begun?: number | undefined },
): FileRefusal | undefined =>
  fileRefusal([file], begun !== undefined && begun === file.size ? undefined : maxBytes)

/**
 * Why these files are not the one whose upload was begun, undefined when they can be: one, of its size. Its parts are
 * compared before it is sent. No limit is asked: the server granted the upload when it was begun.
 */
export const resumedFileRefusal = (
  files: readonly ChosenFile[],
  expected: ChosenFile,
): FileRefusal | undefined => {
  const refusal = fileRefusal(files, undefined)
  if (refusal) return refusal
  const [file] = files
  return file && file.size !== expected.size
    ? { kind: 'otherFile', name: file.name, expected: expected.name }
    : undefined
}

/** A refused choice as a message: what is wrong and what to do. */
export const fileRefusalMessage = (refusal: FileRefusal): Message => {
  switch (refusal.kind) {
    case 'noneChosen':
      return message('problems', 'choice.none')
    case 'several':
      return message('problems', 'choice.several', { count: refusal.count })
    case 'wrongType':
      return message('problems', 'choice.wrongType', { name: shownFileName(refusal.name) })
    case 'empty':
      return message('problems', 'choice.empty', { name: shownFileName(refusal.name) })
    case 'tooLarge':
      return message('problems', 'choice.tooLarge', {
        name: shownFileName(refusal.name),
        size: bytes(refusal.size),
        reason: message('problems', 'fileTooLarge', { limit: bytes(refusal.maxBytes) }),
      })
    case 'otherFile':
      return message(
        'problems',
        refusal.name === refusal.expected ? 'choice.changedFile' : 'choice.otherFile',
        {
          name: shownFileName(refusal.name),
          wanted: shownFileName(refusal.expected),
        },
      )
  }
}
