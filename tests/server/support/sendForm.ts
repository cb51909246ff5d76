/** What the server answers to the request of an upload. */
export interface SignedPost {
  url: string
  fields: Record<string, string>
}

/** Sends a file to the store of a server as a form, by a signed post. */
export const sendForm = (
  origin: string,
  post: SignedPost,
  content: Uint8Array | string,
  name = 'file.xml',
): Promise<Response> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(post.fields)) form.set(field, value)
  form.set('file', new File([content as BlobPart], name))
  return fetch(new URL(post.url, origin), { method: 'POST', body: form })
}
