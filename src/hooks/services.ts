import { createContext, useContext } from 'react'
import type * as z from 'zod/mini'
import type { ShownForm } from '../domain/formCheck.ts'
import type { configuration } from '../domain/wire/identity.ts'
import type { Result } from '../machines/support/index.ts'
import type { SignedPost, UploadMachine } from '../machines/upload/index.ts'
import type { Api } from '../services/api.ts'
import type { FileRegistry } from '../services/fileRegistry.ts'
import type { Drafts } from './drafts.ts'
import type { Preferences } from './preferences.ts'
import type { Unanswered } from './unanswered.ts'

export type Configuration = z.output<typeof configuration>

/** What the application hands to its screens: the API and the browser's help. */
export interface Services {
  api: Api
  files: FileRegistry
  preferences: Preferences
  drafts: Drafts
  /** What screens have asked for in vain. */
  unanswered: Unanswered
  /** The upload chart with its real actors, fetched beside the page that uploads; always the same promise. */
  uploadMachine: () => Promise<UploadMachine>
  configuration: () => Promise<Configuration>
  download: (url: string) => void
  saveText: (fileName: string, text: string, type: string) => void
  saveBlob: (fileName: string, blob: Blob) => void
  /** Reads and draws a PDF; a problem if that is not possible. */
  readPdf: (content: Blob) => Promise<Result<ShownForm>>
  /** The first sheet of a workbook (xlsx) as CSV; a problem if that is not possible. */
  readSheet: (content: Blob) => Promise<Result<string>>
  /** Posts a file to an address that the server has signed. */
  postFile: (file: File, post: SignedPost) => Promise<Result<null>>
  /** Sends the browser to the identity service, where the person shows once more who they are, and back to the location. */
  signInAgain: (location: string) => Promise<Result<null>>
  /** Saves an SVG document as a picture of pixels. */
  savePng: (fileName: string, svg: string) => Promise<void>
  /** Loads the document at a path of the portal in the place of this one: its policy is another. */
  leaveFor: (path: string) => void
  /** The address as it is now, also where the screen is not drawn anew yet. */
  location: () => Pick<Location, 'pathname' | 'search'>
  /** Whether the router is on its way to another page, whose code or data have still to come. */
  isLeaving: () => boolean
  now: () => number
}

export const ServicesContext = createContext<Services | undefined>(undefined)

/** What the application hands to its screens. */
export const useServicesContext = (): Services => {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('A screen is drawn outside the services.')
  return services
}
