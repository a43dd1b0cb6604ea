import { aboutSchema } from '@portal/contracts/about';
import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import {
  type FileFormat,
  fileFormatSchema,
  type FormatSettings,
} from '@portal/contracts/file-formats';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { projectListSchema } from '@portal/contracts/projects';
import { messageOf } from '../../../../lib/api-error';
import { logWarning } from '../../../../lib/log';
import { useProjectStore } from '../../../../lib/project-store';
import { api } from '../../../../session/api';
import { mayIn } from '../../../../session/permissions';
import { useSessionStore } from '../../../../session/session-store';
import { FORMATS, fetchFormats } from './formats/api';
import type { Surroundings } from './guess/guess-settings';

/** Formats whose columns are compared with those of a file. */
const COMPARED = 20;

/** The newest formats of the projects into which the user may import; none if they cannot be read. */
export async function readFormats(): Promise<readonly FileFormat[]> {
  const formats = (await orWarn(fetchFormats({ size: COMPARED }))) ?? [];
  const { session } = useSessionStore.getState();
  return formats.filter(({ project_id: id }) => mayIn(id, session, ['data-upload']));
}

/** What the guesses need to know beside the file. */
export async function readSurroundings(
  fileName: string,
  formats: readonly FileFormat[],
): Promise<Surroundings> {
  const [about, all] = await Promise.all([
    orWarn(api.call('/about', aboutSchema)),
    orWarn(api.call('/projects/', projectListSchema)),
  ]);
  const { session } = useSessionStore.getState();
  const projects = (all ?? []).filter(
    ({ id, archived_at: at }) =>
      id !== ALL_PROJECTS_ID && at === null && mayIn(id, session, ['data-upload']),
  );
  const selected = useProjectStore.getState().selectedId;
  const [only] = projects;
  const projectId =
    projects.find(({ id }) => id === selected)?.id ??
    (projects.length === 1 ? only?.id : undefined);
  return {
    fileName,
    reportingZone: about?.reporting_time_zone ?? DEFAULT_REPORTING_TIME_ZONE,
    projects,
    projectId,
    taken: formats.filter(({ project_id: id }) => id === projectId).map(({ name }) => name),
    last: formats.find(({ project_id: id }) => id === projectId)?.settings,
  };
}

interface NewFormat {
  readonly project_id: number;
  readonly name: string;
  readonly settings: FormatSettings;
}

/** Keeps a format, or changes the one that it is based on. @throws {ApiError} */
export async function saveFormat(format: NewFormat, base: FileFormat | null): Promise<void> {
  const { name, settings } = format;
  if (base === null || base.project_id !== format.project_id || base.name !== name) {
    await api.post(FORMATS, fileFormatSchema, format);
  } else {
    await api.patch(`${FORMATS}${base.id}`, fileFormatSchema, { settings });
  }
}

async function orWarn<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    logWarning(`What helps to read a file could not be loaded: ${messageOf(error, 'unknown')}`);
    return undefined;
  }
}
