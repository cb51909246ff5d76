import { Fragment } from 'react'

/** A text that may be a code or a path, such as a rule's: where it does not fit it breaks after a dot or a slash, not within a word. */
export function Dotted({ code }: { code: string }) {
  return code.split(/(?<=[./])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one code never change their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
