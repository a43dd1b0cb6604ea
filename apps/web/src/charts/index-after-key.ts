/**
 * The index that a key selects in a chart of `count` positions; undefined for other keys, null to
 * deselect.
 * @param page how far Page Up and Page Down go
 */
export function indexAfterKey(
  key: string,
  active: number | null,
  count: number,
  page: number,
): number | null | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return active === null ? last : Math.max(0, active - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return active === null ? last : Math.min(last, active + 1);
    case 'PageUp':
      return Math.min(last, (active ?? last) + page);
    case 'PageDown':
      return Math.max(0, (active ?? last) - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}
