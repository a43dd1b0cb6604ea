export const PARSER_CRASHED = 'PARSER_CRASHED';

/**
 * The parser ran out of stack or memory. Its own stack pointer is not restored, so that after about
 * a hundred such texts it would stop working: its thread must end.
 */
export class ParserCrash extends Error {
  /** The class is lost when the error crosses threads; this code is not. */
  readonly code = PARSER_CRASHED;
}
