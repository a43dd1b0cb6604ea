import { PROJECT_STATUSES, PROJECT_TYPES } from '@portal/contracts/constants';
import { Project } from '@portal/persistence/entities/project';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { PROJECT_LIST, type DeclaredList } from '../../lists/declare/declared-list.js';

/** The projects of the caller as a list with pages, filters and search, to choose one. */
export const PROJECTS: DeclaredList = {
  base: PROJECT_LIST,
  label: 'Project',
  labelPlural: 'Projects',
  entity: Project,
  fields: {
    name: { searchable: true },
    description: { searchable: true },
    turing_project_id: { label: 'Turing project ID' },
    status: { values: PROJECT_STATUSES },
    project_type: { values: PROJECT_TYPES },
    client: { searchable: true },
    import_rules: { detailOnly: true },
    is_sample: { label: 'Sample' },
    claims_per_reviewer: { label: 'Claims per reviewer' },
    rounds_until_stuck: { label: 'Rounds until stuck' },
  },
  defaultSort: { by: 'name', order: 'asc' },
  policy: ITEM_POLICIES.projects,
  alsoReads: ['user_role'],
};
