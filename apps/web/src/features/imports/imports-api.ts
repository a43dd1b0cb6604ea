import {
  importDetailSchema,
  importListSchema,
  importSummarySchema,
} from '@portal/contracts/imports';
import type { ImportDetail, ImportList, ImportSummary } from '@portal/contracts/imports';
import { api } from '../../session/api';

/** Query keys; all imports are below the first key. */
export const importKeys = {
  all: ['imports'] as const,
  list: (page: number, size: number) => ['imports', 'list', page, size] as const,
  detail: (importId: string) => ['imports', 'detail', importId] as const,
};

/** One page of imports, newest first. */
export function fetchImports(page: number, size: number, signal: AbortSignal): Promise<ImportList> {
  return api.call('/tasks/imports/', importListSchema, { query: { page, size }, signal });
}

/** One import with its first errors. */
export function fetchImport(importId: string, signal: AbortSignal): Promise<ImportDetail> {
  return api.call(importPath(importId), importDetailSchema, { signal });
}

/** Requests the cancellation; the result arrives as a pushed state. */
export async function cancelImport(importId: string): Promise<void> {
  await api.send(`${importPath(importId)}/cancel`, { method: 'POST' });
}

/** Queues a new import of the same file with the same options. */
export function runImportAgain(importId: string): Promise<ImportSummary> {
  return api.call(`${importPath(importId)}/run-again`, importSummarySchema, { method: 'POST' });
}

/** Downloads all stored errors of an import. */
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
