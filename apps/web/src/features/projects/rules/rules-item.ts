import { type ImportRules, NO_IMPORT_RULES } from '@portal/contracts/import-rules';
import type { FullProject } from '@portal/contracts/projects';

/** The import rules of a project as an item of a form, with the version of the project. */
export type RulesItem = ImportRules & { readonly id: number; readonly version: string };

export function rulesItemOf({ id, version, import_rules: rules }: FullProject): RulesItem {
  return { ...(rules ?? NO_IMPORT_RULES), id, version };
}

/** The rules of an item with the fields of a change. */
export function changedRules(
  { id: _id, version: _version, ...rules }: RulesItem,
  change: Readonly<Record<string, unknown>>,
): ImportRules {
  return { ...rules, ...change };
}
