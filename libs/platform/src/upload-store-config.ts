import { join, resolve } from 'node:path';

/** Where uploaded files are kept until they are imported. */
export type UploadStoreConfig =
  | { readonly kind: 'file'; readonly dir: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      /** For stores other than Amazon's. */
      readonly endpoint?: string;
      /** Ends with a slash unless empty. */
      readonly prefix: string;
    };

/**
 * Reads `file:`, `file:<path>` or `s3://bucket/prefix?region=…&endpoint=…`.
 * @returns the store, or what is wrong with the text
 */
export function parseUploadStore(text: string, dataDir: string): UploadStoreConfig | string {
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
    return { kind: 'file', dir: path === '' ? join(dataDir, 'uploads') : resolve(path) };
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '') {
    return 'must look like s3://bucket/prefix?region=eu-west-1';
  }
  const endpoint = url.searchParams.get('endpoint');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
    prefix: prefix === '' ? '' : `${prefix}/`,
  };
}
