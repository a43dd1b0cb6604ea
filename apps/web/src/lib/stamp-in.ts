import type { Stamp } from '@portal/contracts/stamp';

/** The stamp in the headers of a response. */
export function stampIn(headers: Headers): Stamp {
  return {
    epoch: headers.get('x-epoch') ?? '',
    revision: Number(headers.get('x-revision') ?? 0),
  };
}
