/** Emoji and letters with marks are several code points, which belong together. */
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** No usual character is longer. */
const LONGEST = 50;

/** The beginning of a text in whole characters, at most `most` UTF-16 units. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of CHARACTERS.segment(text.slice(0, most + LONGEST))) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The end of a text in whole characters, at most `most` UTF-16 units. */
export function endOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = text.slice(-(most + LONGEST));
  for (const { index } of CHARACTERS.segment(part)) {
    if (part.length - index <= most) return part.slice(index);
  }
  return '';
}
