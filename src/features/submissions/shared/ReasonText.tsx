import { Link } from '../../../ui/index.ts'

const address = /([\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+)/

/**
 * A reason in words; an e-mail address in it becomes a link (specification 2 §8). Everything else stays text: reasons
 * come from the server and are not trusted to be markup.
 */
export function ReasonText({ children }: { children: string }) {
  return children.split(address).map((part, at) =>
    at % 2 === 1 ? (
      <Link key={part} href={`mailto:${encodeURIComponent(part).replace('%40', '@')}`}>
        {part}
      </Link>
    ) : (
      part
    ),
  )
}
