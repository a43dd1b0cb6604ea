export interface WorkOptions {
  /** Ends the work, which then leaves nothing. */
  readonly signal: AbortSignal;
  /** Takes the progress, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}
