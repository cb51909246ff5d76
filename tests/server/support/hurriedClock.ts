/** Loaded before a process (`--import`): it measures a minute in less than a second. Its pauses take as long as ever. */
const haste = 100
const now = performance.now.bind(performance)
performance.now = () => now() * haste
