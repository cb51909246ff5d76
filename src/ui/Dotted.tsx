import { Fragment } from 'react'

/** A break may follow a dot or a slash, but not one between two digits: a version or a year (2023/24) stays in one piece. */
const breaks = /(?<=\D[./])|(?<=[./])(?=\D)/

/** A text that may be a code or a path: if it does not fit, it breaks after a dot or a slash, not within a word. */
export function Dotted({ code }: { code: string }) {
  return code.split(breaks).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one code never change their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
