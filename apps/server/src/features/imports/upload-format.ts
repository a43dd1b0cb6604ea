import { type FormatSettings, formatSettingsSchema } from '@portal/contracts/file-formats';
import type { UploadQuery } from '@portal/contracts/import-requests';
import type { ProblemItem } from '@portal/contracts/problem';
import { formatsNamed } from '@portal/persistence/imports/file-formats';
import type { Queryable } from '@portal/persistence/queryable';
import { readUploadScope } from '@portal/persistence/visibility/uploads';
import { z } from 'zod';
import { SchemaPipe } from '../../http/input/schema.pipe.js';
import { ProblemException } from '../../problems/problem.js';

/** The form field with the settings of a file format, before the file. */
export const FORMAT_FIELD = 'file_format';

/** The file format of an upload. */
export interface UploadFormat {
  readonly settings: FormatSettings;
  /** Null if the settings came with the file. */
  readonly formatName: string | null;
  readonly formatVersion: number | null;
}

/**
 * The format that an upload names, among those of projects into which the user may upload.
 * @throws {ProblemException} `invalid-input` without one, or with several
 */
export async function namedFormat(
  db: Queryable,
  userId: number,
  { format: name, format_project: project }: UploadQuery,
): Promise<UploadFormat | undefined> {
  if (name === undefined) {
    if (project === undefined) return undefined;
    throw refused('format_project', 'is the project of a format: name the format, too');
  }
  const { projectIds } = await readUploadScope(db, userId);
  const among = [...projectIds].filter((id) => project === undefined || id === project);
  const [found, another] = await formatsNamed(db, name, among);
  if (!found) {
    throw refused('format', 'is not a file format of a project that you may upload to');
  }
  if (another) {
    throw refused('format_project', 'is needed: several projects have a format of this name');
  }
  const { settings, version } = found;
  return { settings, formatName: found.name, formatVersion: version };
}

/**
 * The settings in the form field `file_format`.
 * @throws {ProblemException} `invalid-input` with what is wrong in them
 */
export async function sentFormat(text: string): Promise<UploadFormat> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('file_format', 'must be the settings of a file format as JSON');
  }
  const form = { [FORMAT_FIELD]: value };
  await new SchemaPipe().transform(form, { type: 'body', schema: formSchema });
  const { file_format: settings } = formSchema.parse(form);
  return { settings, formatName: null, formatVersion: null };
}

const formSchema = z.strictObject({ [FORMAT_FIELD]: formatSettingsSchema });

/** @throws {ProblemException} `invalid-input` */
export function refused(pointer: string, detail: string): ProblemException {
  const items: ProblemItem[] = [{ pointer, detail }];
  return new ProblemException('invalid-input', 'The file format cannot be used', items);
}
