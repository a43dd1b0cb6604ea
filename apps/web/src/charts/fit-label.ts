/** Average width of a character of an axis label. */
export const CHARACTER_PIXELS = 6.4;

const segmenter = new Intl.Segmenter();

/** A label that fits into the pixels, shortened with an ellipsis if necessary. */
export function fitLabel(label: string, pixels: number): string {
  // Pixels that were computed for a label can be less than these by a rounding error.
  const room = Math.max(1, Math.floor(pixels / CHARACTER_PIXELS + 1e-6));
  const characters = Array.from(segmenter.segment(label), ({ segment }) => segment);
  return characters.length <= room ? label : `${characters.slice(0, room - 1).join('')}…`;
}
