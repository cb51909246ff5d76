import styles from './ShareBar.module.css'

/** A share of 0 to 1 as a bar; `label` says it in words. */
export function ShareBar({ share, label }: { share: number; label: string }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect width={Math.max(0, Math.min(1, share)) * 100} height={6} rx={1} />
    </svg>
  )
}
