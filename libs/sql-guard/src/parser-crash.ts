export const PARSER_CRASHED = 'PARSER_CRASHED';

/**
 * The parser gave up, for want of stack or memory. Its own stack stays moved, so that after a hundred
 * such texts it would answer nothing any more: the thread that it runs in has to end.
 */
export class ParserCrash extends Error {
  /** Its class is lost on the way to another thread; this is not. */
  readonly code = PARSER_CRASHED;
}
