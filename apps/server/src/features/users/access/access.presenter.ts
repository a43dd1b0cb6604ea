import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { GrantSource, ProjectAccess } from '@portal/contracts/user-access';
import type { AccessSource } from '@portal/persistence/users/access-sources';

/**
 * Groups the sources by project, in their order. A source in project 0 also applies to every other
 * project.
 */
export function presentAccess(rows: readonly AccessSource[]): ProjectAccess[] {
  const everywhere = rows.flatMap((row): GrantSource[] =>
    row.kind === 'role' && row.project_id === ALL_PROJECTS_ID
      ? [{ kind: 'all-projects', role: row.role, permissions: row.permissions }]
      : [],
  );
  const names = new Map(rows.map((row) => [row.project_id, row.project_name]));
  return [...names].map(([project_id, project_name]) => {
    const own = rows.filter((row) => row.project_id === project_id).map(presentSource);
    const sources = project_id === ALL_PROJECTS_ID ? own : [...own, ...everywhere];
    const permissions = [...new Set(sources.flatMap((source) => source.permissions))].sort();
    return { project_id, project_name, permissions, sources };
  });
}

function presentSource(row: AccessSource): GrantSource {
  const { permissions } = row;
  return row.kind === 'role'
    ? { kind: 'role', role: row.role, permissions }
    : { kind: 'pod', pod_name: row.pod_name, pod_role: row.pod_role, permissions };
}
