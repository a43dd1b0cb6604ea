import { join, resolve } from 'node:path';

/** Storage of uploaded files until they are imported. */
export type UploadStoreConfig =
  | { readonly kind: 'file'; readonly dir: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      /** URL of an S3-compatible store other than Amazon's. */
      readonly endpoint?: string;
      /** Ends with a slash unless empty. */
      readonly prefix: string;
    };

/**
 * Parses `file:`, `file:<path>` or `s3://bucket/prefix?region=…&endpoint=…`.
 * @returns the store, or an error message
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
