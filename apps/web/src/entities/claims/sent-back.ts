/** The tasks that this tab sends back, until they have left the queue or the request has failed. */
export const sentBackHere = new Set<number>();
