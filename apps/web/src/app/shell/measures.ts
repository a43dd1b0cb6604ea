/** Measures of the shell, in CSS pixels. */
export const SIDEBAR_WIDTH = 300;
export const TOP_BAR_HEIGHT = 60;
