import type { CSSProperties } from 'react';

/**
 * The style of a text for screen readers only. The lengths have units, because `sx` takes the number 1
 * for 100 %.
 */
export const visuallyHidden: CSSProperties = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};
