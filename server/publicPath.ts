/** Path of the public address without a slash at its end, or '' without one: a proxy in front takes it off. */
export const publicPath = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
