/** Names a request, so that it can be sent again without doing its work twice. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** `true` in an answer that an earlier request with the same key got first. */
export const REPLAYED_HEADER = 'idempotent-replayed';
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
