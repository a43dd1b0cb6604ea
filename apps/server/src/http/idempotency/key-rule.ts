import { SetMetadata } from '@nestjs/common';

/**
 * What a POST does with an `Idempotency-Key` if it is not claimed before its handler: a handler that
 * reads a file claims it afterwards, other routes refuse or ignore it for a reason.
 */
export type KeyRule =
  | 'handler claims'
  | { readonly refused: string }
  | { readonly ignored: string };

export const ROUTE_KEY_RULE = 'portal:idempotency-key';

/** Without it the key is claimed before the handler, and the answer is kept for a day. */
export function IdempotencyKey(rule: KeyRule): MethodDecorator {
  return SetMetadata(ROUTE_KEY_RULE, rule);
}
