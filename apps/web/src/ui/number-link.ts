/** Underlines a number that opens what it counts. */
export const numberLinkSx = {
  textDecoration: 'underline',
  textDecorationThickness: 1,
  textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
  textUnderlineOffset: '0.2em',
} as const;
