/** Nothing is seen of these in a text, or only a gap. */
export const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/u;

/** The usual names of those that texts bring along from other programs. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['\u00a0', 'no-break space'],
  ['\u00ad', 'soft hyphen'],
  ['\u061c', 'Arabic letter mark'],
  ['\u200b', 'zero width space'],
  ['\u200c', 'zero width non-joiner'],
  ['\u200d', 'zero width joiner'],
  ['\u200e', 'left-to-right mark'],
  ['\u200f', 'right-to-left mark'],
  ['\u2028', 'line separator'],
  ['\u2029', 'paragraph separator'],
  ['\u202f', 'narrow no-break space'],
  ['\u2060', 'word joiner'],
  ['\u3000', 'ideographic space'],
  ['\ufeff', 'byte order mark'],
]);

/** An invisible character for readers: 'the invisible character U+200B (zero width space)'. */
export function invisibleName(character: string): string {
  const name = NAMES.get(character);
  return `the invisible character ${codePoint(character)}${name === undefined ? '' : ` (${name})`}`;
}

/** 'U+200B' */
export function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}
