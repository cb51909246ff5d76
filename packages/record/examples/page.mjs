// The page's part: starts the worker, and hands its findings on. A bundler such as Vite follows both addresses.
const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' })

/** Checks a File from an <input type="file"> against schema documents by their addresses. */
export const checkInWorker = (documents, file, onFinding) =>
  new Promise((resolve, reject) => {
    worker.onerror = reject
    worker.onmessage = ({ data }) => (data.finding ? onFinding(data.finding) : resolve(data))
    worker.postMessage({ documents, file })
  })
