import { importDetailSchema, importListSchema } from '@portal/contracts/imports';
import type { ImportDetail, ImportList } from '@portal/contracts/imports';
import { api } from '../../session/api';

/** Query keys: everything of imports stands below the first. */
export const importKeys = {
  all: ['imports'] as const,
  list: (page: number, size: number) => ['imports', 'list', page, size] as const,
  detail: (importId: string) => ['imports', 'detail', importId] as const,
};

/** One page of the past imports, newest first. */
export function fetchImports(page: number, size: number, signal: AbortSignal): Promise<ImportList> {
  return api.call('/tasks/imports/', importListSchema, { query: { page, size }, signal });
}

/** One import with the first of its errors. */
export function fetchImport(importId: string, signal: AbortSignal): Promise<ImportDetail> {
  return api.call(importPath(importId), importDetailSchema, { signal });
}

/** Asks for an end; it comes as a state. */
export async function cancelImport(importId: string): Promise<void> {
  await api.send(`${importPath(importId)}/cancel`, { method: 'POST' });
}

/** Saves every stored error of an import as a file. */
export async function downloadErrors(importId: string, fileName: string): Promise<void> {
  const response = await api.send(`${importPath(importId)}/errors.csv`, {
    headers: { accept: 'text/csv' },
  });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName.replace(/\.[a-z.]+$/i, '')}-errors.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

function importPath(importId: string): string {
  return `/tasks/imports/${encodeURIComponent(importId)}`;
}
