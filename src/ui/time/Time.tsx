export interface TimeProps {
  /** ISO 8601 moment or day. */
  value: string
  /** dateTime: 21/11/2026 09:30; date: 21/11/2026; long: 21 November 2026. All in London. */
  format?: 'dateTime' | 'date' | 'long'
}

const numeric = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Europe/London' } as const
const formats = {
  date: new Intl.DateTimeFormat('en-GB', numeric),
  dateTime: new Intl.DateTimeFormat('en-GB', { ...numeric, hour: '2-digit', minute: '2-digit' }),
  long: new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/London',
  }),
}

/** A moment in words, with the exact one for machines and on hover. */
export function Time({ value, format = 'dateTime' }: TimeProps) {
  const moment = new Date(value)
  const text = Number.isNaN(moment.getTime()) ? value : formats[format].format(moment).replace(', ', ' ')
  return (
    <time dateTime={value} title={value}>
      {text}
    </time>
  )
}
