import type { IncomingMessage } from 'node:http';

/** The headers of the one part of a form are in its first bytes. */
const MAX_HEAD_BYTES = 16 * 1024;
const END_OF_HEADERS = '\r\n\r\n';
/** RFC 6266: wins over `filename`, which then is for readers that do not know it. */
const EXTENDED_NAME =
  /^content-disposition:(?:[^"\r\n]|"(?:[^"\\\r\n]|\\.)*")*?;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;"]+)/im;

/**
 * Returns a function that gives `filename*` of the first part of a form, once that part has begun. The parser of
 * forms knows only the last of `filename` and `filename*`, whichever that is.
 */
export function extendedNames(form: IncomingMessage): () => string | undefined {
  let head: Buffer = Buffer.alloc(0);
  const take = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk.subarray(0, MAX_HEAD_BYTES - head.length)]);
    if (head.length === MAX_HEAD_BYTES || head.includes(END_OF_HEADERS)) form.off('data', take);
  };
  form.on('data', take);
  return () => {
    const [headers = ''] = head.toString('latin1').split(END_OF_HEADERS, 1);
    const [, name] = EXTENDED_NAME.exec(headers) ?? [];
    return name === undefined ? undefined : decoded(name);
  };
}

/** Undefined if it is not percent-encoded UTF-8. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
