/** Whether changes appear without motion: in a hidden tab and for users who prefer reduced motion. */
export function isStill(): boolean {
  return document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
