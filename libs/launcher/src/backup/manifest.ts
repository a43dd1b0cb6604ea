import { z } from 'zod';

/** The first and the last file of a backup. */
export const MANIFEST = 'manifest.json';
export const END = 'end.json';

/** All that a restore reads of a backup that a newer version of the portal has made. */
export const originSchema = z.object({
  /** Version of the portal that made it. */
  portal: z.string(),
});

/** What a backup is of. */
export const manifestSchema = originSchema.extend({
  format: z.literal(1),
  /** Version of PostgreSQL, as `18.4`. */
  postgres: z.string(),
  system_identifier: z.string(),
  started_at: z.iso.datetime(),
  /** Where uploaded files are: in the backup, or in a bucket that it does not contain. */
  uploads: z.union([z.literal('here'), z.string().startsWith('s3://')]),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup is whole if it ends with this, and undamaged if it has this checksum. */
export const endSchema = z.object({
  /** Of the names, sizes and contents of all files before. */
  sha256: z.string(),
});
