/** Measures of the shell, in CSS pixels. */
/** The element that 'Skip to content' leads to; a page without a sidebar is its own content. */
export const CONTENT_ID = 'content';
export const SIDEBAR_WIDTH = 300;
export const TOP_BAR_HEIGHT = 60;
