import * as z from 'zod/mini'
import { patience } from '../limits.ts'

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

const account = z.object({
  accountId: z.optional(z.string()),
  key: z.optional(z.string()),
  name: z.optional(z.string()),
  displayName: z.optional(z.string()),
})

/** What names an account: Jira in the cloud by one field, of one's own by another. */
const accountOf = ({ accountId, key, name }: z.infer<typeof account>): string =>
  accountId ?? key ?? name ?? ''

const created = z.object({ key: z.string().check(z.minLength(1)) })
const labelled = z.object({ key: z.string(), fields: z.object({ labels: z.array(z.string()) }) })
const search = z.object({ issues: z.array(labelled) })
const changed = z.object({
  total: z.number(),
  issues: z.array(
    z.object({
      key: z.string(),
      fields: z.object({
        labels: z.array(z.string()),
        status: z.object({ statusCategory: z.object({ key: z.string() }) }),
        resolution: z.nullish(z.object({ name: z.string() })),
      }),
    }),
  ),
})
const discussion = z.object({
  total: z.number(),
  // Whoever writes without an account has none.
  comments: z.array(z.object({ id: z.string(), body: z.string(), author: z.nullish(account) })),
})
const posted = z.object({ id: z.string() })

const perPage = 100

/** Most bytes of an answer: a hundred issues or comments have fewer. What goes on for ever is no answer of Jira. */
const mostBytes = 16 * 1024 ** 2
/** Longest summary that Jira takes. */
const longestSummary = 255

/** Labels by which the issues of the portal are known. */
const portalLabel = /^portal-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Our access is at fault, as after its token was rotated, or Jira is: another try may succeed. */
const isPassing = (status: number): boolean => [401, 403, 408, 429].includes(status) || status >= 500

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') === true

/** The text of an answer. Rejects, and reads no further, where it is longer than any answer of Jira. */
const textOf = async ({ body }: Response): Promise<string> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > mostBytes) throw new Error('The issue tracker gave an answer without end.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/**
 * A client of Jira. Every call throws TrackerRefusal, or another error for what may pass: also where what answers in its place
 * says something else.
 */
export const createJira = ({ url, token, project }: TrackerSettings, waitMs = patience.jiraMs) => {
  const ask = async <T>(
    method: 'GET' | 'POST',
    path: string,
    expected: z.ZodMiniType<T>,
    body?: unknown,
  ): Promise<T> => {
    const answer = await fetch(`${url}/rest/api/2/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(waitMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.ok) return expected.parse(JSON.parse(await textOf(answer)))
    await answer.body?.cancel()
    const said = `The issue tracker answered ${method} ${path} with ${answer.status}.`
    // A page of something in between is no word of Jira.
    throw isPassing(answer.status) || !isJson(answer) ? new Error(said) : new TrackerRefusal(said)
  }
  const labelOf = (id: string): string => `portal-${id}`

  /** Everything of an answer that comes in pages. */
  const pages = async function* <Page extends { total: number }, T>(
    path: string,
    expected: z.ZodMiniType<Page>,
    partOf: (page: Page) => readonly T[],
  ): AsyncGenerator<T> {
    for (let startAt = 0; ; ) {
      const sign = path.includes('?') ? '&' : '?'
      const page = await ask('GET', `${path}${sign}startAt=${startAt}&maxResults=${perPage}`, expected)
      const part = partOf(page)
      yield* part
      startAt += part.length
      if (part.length === 0 || startAt >= page.total) return
    }
  }

  const find = async (id: string): Promise<string | undefined> => {
    const jql = encodeURIComponent(`project = "${project}" AND labels = "${labelOf(id)}"`)
    const { issues } = await ask('GET', `search?jql=${jql}&fields=labels&maxResults=1`, search)
    const [found] = issues
    if (found) requireOwn(found, id)
    return found?.key
  }

  /** An issue of somebody else would get our comments, and its end would end ours. */
  const requireOwn = ({ key, fields }: z.infer<typeof labelled>, id: string): void => {
    if (!fields.labels.includes(labelOf(id)))
      throw new Error(`The issue tracker gives ${key} for the issue ${id}, and that is another one.`)
  }

  return {
    /** Enters an issue, once however often it is tried; gives its key and its address for people. */
    create: async ({ id, summary, description }: TrackedIssue): Promise<{ key: string; link: string }> => {
      const enter = async (): Promise<string> => {
        const { key } = await ask('POST', 'issue', created, {
          fields: {
            project: { key: project },
            issuetype: { name: 'Task' },
            summary: summary.slice(0, longestSummary),
            description,
            labels: [labelOf(id)],
          },
        })
        requireOwn(await ask('GET', `issue/${encodeURIComponent(key)}?fields=labels`, labelled), id)
        return key
      }
      const key = (await find(id)) ?? (await enter())
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
      for await (const { key, fields } of pages(path, changed, ({ issues }) => issues)) {
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
      const own = accountOf(await ask('GET', 'myself', account))
      const path = `issue/${encodeURIComponent(key)}/comment?orderBy=created`
      const written = await Array.fromAsync(pages(path, discussion, ({ comments }) => comments))
      return written
        .map(({ id, body, author }) => ({
          id: Number(id),
          text: body,
          author: author?.displayName ?? accountOf(author ?? {}),
          isOwn: accountOf(author ?? {}) === own,
        }))
        .toSorted((one, other) => one.id - other.id)
    },

    /** Adds a comment to an issue. */
    comment: async (key: string, body: string): Promise<void> => {
      await ask('POST', `issue/${encodeURIComponent(key)}/comment`, posted, { body })
    },
  }
}
export type Jira = ReturnType<typeof createJira>
