/** SHA-256 of a file that fits into memory, in hex digits. Rejects where it cannot be read any more. */
export const sha256Of = async (content: Blob): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}
