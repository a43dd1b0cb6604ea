import { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { storeOn } from './store-methods.js';
import type { UploadStore } from './upload-store.js';
import type { UploadStoreConfig } from './upload-store-config.js';

/** Stores files in an S3 bucket. In its own module, because the SDK is slow to load. */
export function s3Store(config: Extract<UploadStoreConfig, { kind: 's3' }>): UploadStore {
  const client = new S3Client({
    region: config.region,
    // S3-compatible stores usually expect the bucket in the path, not in the host name.
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
  });
  const disk = new Disk(
    new S3Driver({ client, bucket: config.bucket, visibility: 'private', supportsACL: false }),
  );
  return {
    ...storeOn(disk, config.prefix),
    ping: async () => {
      await disk.exists(`${config.prefix}ping`);
    },
    freeBytes: () => Promise.resolve(null),
    // flydrive sends a single PUT, which S3 refuses for a stream of unknown length.
    async write(key, stream) {
      const params = { Bucket: config.bucket, Key: `${config.prefix}${key}`, Body: stream };
      await new Upload({ client, params }).done();
    },
  };
}
