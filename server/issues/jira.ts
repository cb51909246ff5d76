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

const timeoutMs = 10_000
/** Longest summary that Jira takes. */
const longestSummary = 255

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

    /** Adds a comment to an issue. */
    comment: async (key: string, body: string): Promise<void> => {
      await ask('POST', `issue/${encodeURIComponent(key)}/comment`, { body })
    },
  }
}
export type Jira = ReturnType<typeof createJira>
