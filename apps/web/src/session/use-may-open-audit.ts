import { useMay } from './permissions';

/** Whether the user may open the audit in the administration. */
export function useMayOpenAudit(): boolean {
  const may = useMay();
  return may(['admin-view']) && may(['rbac-manage', 'project-manage']);
}
