/** The key of the answers about a chosen file in the tab's storage. */
export const KEPT_ANSWERS = 'portal-file-answers';
