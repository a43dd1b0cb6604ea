const DAY_MS = 86_400_000;

/** The last midnight in UTC. */
export function today() {
  return new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
}

/**
 * The date of so many days ago, such as `2026-01-31`.
 * @param {number} days
 */
export function dayAgo(days) {
  return instantAgo(days).slice(0, 10);
}

/**
 * The instant of so many days and seconds ago, in whole seconds.
 * @param {number} days
 */
export function instantAgo(days, seconds = 0) {
  const instant = Date.now() - days * DAY_MS - seconds * 1000;
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
