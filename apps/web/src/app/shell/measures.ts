/** Sizes of the shell, in CSS pixels. */
/** Target of 'Skip to content'; a page without a sidebar is the target itself. */
export const CONTENT_ID = 'content';
export const SIDEBAR_WIDTH = 300;
export const TOP_BAR_HEIGHT = 60;
