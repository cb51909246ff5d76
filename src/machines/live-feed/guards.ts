import { isLaterVersion } from '../../domain/release.ts'
import type { LiveFeedContext, Numbered } from './types.ts'

/** Whether the message belongs to the channel at all. */
const isOfChannel = ({ channel }: LiveFeedContext, message: Numbered): boolean =>
  channel?.carries === 'manyInstitutions' || channel?.id === message.instId

/** Whether the message is the one after the last that counted. */
export const isNext = (context: LiveFeedContext, message: Numbered): boolean =>
  isOfChannel(context, message) && message.sequence === (context.seen ?? 0) + 1

/** Whether messages in between are missing. Anything older, or seen already, is neither next nor after a gap. */
export const isAfterGap = (context: LiveFeedContext, message: Numbered): boolean =>
  isOfChannel(context, message) && message.sequence > (context.seen ?? 0) + 1

/** The latest release that is later than the page's, after a server of this one has greeted; undefined while there is none. */
export const laterReleaseOf = (
  { release: own, laterRelease: known }: LiveFeedContext,
  greeted: string | undefined,
): string | undefined =>
  own !== undefined && greeted !== undefined && isLaterVersion(greeted, known ?? own) ? greeted : known
