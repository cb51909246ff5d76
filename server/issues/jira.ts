/** Where issues are entered besides the portal, by Jira's REST API (decisions §11). */
export interface TrackerSettings {
  url: string
  token: string
  /** Key of the project. */
  project: string
}

/** What is entered of an issue. */
export interface TrackedIssue {
  /** Of the portal: a second try finds by it what the first one has entered. */
  id: string
  summary: string
  description: string
}

/** The tracker refuses what it was sent: another try changes nothing. */
export class TrackerRefusal extends Error {
  override readonly name = 'TrackerRefusal'
}

/** What is written in the tracker. */
export interface TrackerComment {
  /** Grows with each comment of the tracker. */
  id: number
  text: string
  author: string
  /** By the account of the portal itself. */
  isOwn: boolean
}

/** An issue of the portal in which something is new. */
export interface TrackerNews {
  /** Of the portal. */
  id: string
  key: string
  isDone: boolean
  /** Name of the resolution in the tracker. */
  resolution: string | undefined
}

interface Account {
  accountId?: string
  key?: string
  name?: string
  displayName?: string
}

/** What names an account: Jira in the cloud by one field, of one's own by another. */
const accountOf = ({ accountId, key, name }: Account): string => accountId ?? key ?? name ?? ''

const perPage = 100

const timeoutMs = 10_000
/** Longest summary that Jira takes. */
const longestSummary = 255

/** Labels by which the issues of the portal are known. */
const portalLabel = /^portal-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** A client of Jira. Every call throws TrackerRefusal, or another error for what may pass. */
export const createJira = ({ url, token, project }: TrackerSettings) => {
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/rest/api/2/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.ok) return (await answer.json()) as T
    const said = `The issue tracker answered ${method} ${path} with ${answer.status}.`
    throw isPassing(answer.status) ? new Error(said) : new TrackerRefusal(said)
  }
  const labelOf = (id: string): string => `portal-${id}`

  /** Everything of an answer that comes in pages. */
  const pages = async function* <T>(path: string, part: string): AsyncGenerator<T> {
    for (let startAt = 0; ; ) {
      const sign = path.includes('?') ? '&' : '?'
      const answer = await ask<{ total: number } & Record<string, T[]>>(
        'GET',
        `${path}${sign}startAt=${startAt}&maxResults=${perPage}`,
      )
      const found = answer[part] ?? []
      yield* found
      startAt += found.length
      if (found.length === 0 || startAt >= answer.total) return
    }
  }

  const find = async (id: string): Promise<string | undefined> => {
    const jql = encodeURIComponent(`project = "${project}" AND labels = "${labelOf(id)}"`)
    const { issues } = await ask<{ issues: { key: string }[] }>(
      'GET',
      `search?jql=${jql}&fields=key&maxResults=1`,
    )
    return issues[0]?.key
  }

  return {
    /** Enters an issue, once however often it is tried; gives its key and its address for people. */
    create: async ({ id, summary, description }: TrackedIssue): Promise<{ key: string; link: string }> => {
      const known = await find(id)
      const key =
        known ??
        (
          await ask<{ key: string }>('POST', 'issue', {
            fields: {
              project: { key: project },
              issuetype: { name: 'Task' },
              summary: summary.slice(0, longestSummary),
              description,
              labels: [labelOf(id)],
            },
          })
        ).key
      return { key, link: `${url}/browse/${encodeURIComponent(key)}` }
    },

    /**
     * Issues of the portal that were changed in the last minutes, or at any time: longest ago first. Minutes are what Jira
     * counts in wherever its clock and its account are.
     */
    news: async function* (minutes: number | undefined): AsyncGenerator<TrackerNews> {
      const since = minutes === undefined ? '' : ` AND updated >= "-${minutes}m"`
      const jql = encodeURIComponent(`project = "${project}"${since} ORDER BY updated ASC`)
      const path = `search?jql=${jql}&fields=labels,status,resolution`
      for await (const { key, fields } of pages<{
        key: string
        fields: {
          labels: string[]
          status: { statusCategory: { key: string } }
          resolution: { name: string } | null
        }
      }>(path, 'issues')) {
        const label = fields.labels.find(one => portalLabel.test(one))
        if (label === undefined) continue
        yield {
          id: label.slice(labelOf('').length),
          key,
          isDone: fields.status.statusCategory.key === 'done',
          resolution: fields.resolution?.name,
        }
      }
    },

    /** Comments of an issue in the order in which they were written. */
    comments: async (key: string): Promise<TrackerComment[]> => {
      const own = accountOf(await ask<Account>('GET', 'myself'))
      const found = await Array.fromAsync(
        pages<{ id: string; body: string; author: Account }>(
          `issue/${encodeURIComponent(key)}/comment?orderBy=created`,
          'comments',
        ),
      )
      return found
        .map(({ id, body, author }) => ({
          id: Number(id),
          text: body,
          author: author.displayName ?? accountOf(author),
          isOwn: accountOf(author) === own,
        }))
        .toSorted((one, other) => one.id - other.id)
    },

    /** Adds a comment to an issue. */
    comment: async (key: string, body: string): Promise<void> => {
      await ask('POST', `issue/${encodeURIComponent(key)}/comment`, { body })
    },
  }
}
export type Jira = ReturnType<typeof createJira>
