import { isMailedUnasked, type NoticeKind, seesNotice } from './notice.ts'
import { type OrganisationType, organisationTypes } from './organisation.ts'

/** Somebody with an account in an organisation. */
export interface Reader {
  organisationId: string
  organisationType: OrganisationType
  userId: string
  roles: readonly string[]
  hasAddress: boolean
  /** Whether they chose this kind of notice as e-mail. */
  wantsMail: boolean
}

/** How many get a notice, by the type of their organisation. */
export interface Audience {
  parties: { type: OrganisationType; organisations: number; people: number; mails: number }[]
  /** Organisations in which nobody would read it. */
  withoutReader: number
}

/** Who of some organisations gets a notice about live submissions, on the page and by e-mail. */
export const audienceOf = (
  organisations: readonly { id: string; type: OrganisationType }[],
  readers: readonly Reader[],
  kind: NoticeKind,
): Audience => {
  const seeing = readers.filter(reader => seesNotice(reader, kind, 'live'))
  const reached = new Set(seeing.map(({ organisationId }) => organisationId))
  const types = organisationTypes.filter(type => organisations.some(one => one.type === type))
  return {
    parties: types.map(type => {
      const own = seeing.filter(({ organisationType }) => organisationType === type)
      return {
        type,
        organisations: organisations.filter(one => one.type === type && reached.has(one.id)).length,
        people: new Set(own.map(({ userId }) => userId)).size,
        mails: own.filter(reader => reader.hasAddress && (reader.wantsMail || isMailedUnasked(reader, kind)))
          .length,
      }
    }),
    withoutReader: organisations.filter(({ id }) => !reached.has(id)).length,
  }
}
