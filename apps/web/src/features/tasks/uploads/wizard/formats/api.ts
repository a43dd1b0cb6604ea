import { itemListSchema } from '@portal/contracts/lists';
import { type FileFormat, fileFormatSchema } from '@portal/contracts/file-formats';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listKeys } from '../../../../../lists/keys';
import { api } from '../../../../../session/api';

export const FORMATS = '/file-formats/';
/** The list leaves out the settings. */
const listSchema = itemListSchema(fileFormatSchema.omit({ settings: true }));

interface FormatsQuery {
  readonly size: number;
  /** Only those of this project. */
  readonly projectId?: number;
  readonly signal?: AbortSignal;
}

/** Formats with their settings, the newest first. @throws {ApiError} */
export async function fetchFormats({ size, projectId, signal }: FormatsQuery) {
  const filters = projectId === undefined ? undefined : { project_id: { eq: projectId } };
  const query = {
    ...{ size, sort_by: 'updated_at', sort_order: 'desc' },
    ...(filters && { filters: JSON.stringify(filters) }),
  };
  const { items } = await api.call(FORMATS, listSchema, { query, signal });
  return Promise.all(
    items.map(({ id }) => api.call(`${FORMATS}${id}`, fileFormatSchema, { signal })),
  );
}

/** Most formats that the page of a project lists. */
const MAX_LISTED = 100;

/** The formats of a project, the newest first. */
export function useFormats(projectId: number) {
  return useQuery({
    meta: { reads: ['file_format'] },
    queryKey: [...listKeys.base(FORMATS), 'of-project', projectId],
    queryFn: ({ signal }) => fetchFormats({ size: MAX_LISTED, projectId, signal }),
  });
}

const CHANGES = { changes: ['file_format'], refetches: [listKeys.base(FORMATS)] } as const;

/** Gives a format another name; the dialog shows a refusal. */
export function useRenameFormat(id: number) {
  return useMutation({
    mutationFn: (name: string) => api.patch(`${FORMATS}${id}`, fileFormatSchema, { name }),
    meta: { succeeded: 'Format renamed', ...CHANGES },
  });
}

/** Deletes a format; the message offers to undo it. */
export function useDeleteFormat() {
  return useMutation({
    mutationFn: ({ id }: FileFormat) => api.delete(`${FORMATS}${id}`),
    meta: { failed: 'The format could not be deleted', succeeded: 'Format deleted', ...CHANGES },
  });
}
