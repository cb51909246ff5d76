export { createPublishedContent } from './publishedContent.ts'
export { createPublishing, type Publishing } from './publishing.ts'
