const fetchCode = async () => {
  const [{ uploadMachine }, { createUploadActors }] = await Promise.all([
    import('../machines/upload/index.ts'),
    import('../services/actors/upload.ts'),
  ])
  return { uploadMachine, createUploadActors }
}

export type UploadCode = Awaited<ReturnType<typeof fetchCode>>

let arrived: UploadCode | undefined

/** The upload chart and its actors, where they have arrived. */
export const uploadCode = (): UploadCode | undefined => arrived

/** Fetches the upload chart and its actors; after a failure the next call tries again. */
export const loadUploadCode = async (): Promise<UploadCode> => {
  arrived ??= await fetchCode()
  return arrived
}

/** Loads a page and the code of an upload side by side: a page that stands does not go away to wait for it. */
export const withUpload =
  <M>(load: () => Promise<M>) =>
  async (): Promise<M> => {
    const [page] = await Promise.all([load(), loadUploadCode()])
    return page
  }
