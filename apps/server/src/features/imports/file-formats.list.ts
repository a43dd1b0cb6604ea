import { fileFormatInputSchema } from '@portal/contracts/file-formats';
import { FileFormat } from '@portal/persistence/entities/file-format';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { type DeclaredList, PROJECT_REFERENCE } from '../../lists/declare/declared-list.js';

/** How the files of tools become the tasks of a project. */
export const FILE_FORMATS: DeclaredList = {
  base: 'file-formats',
  label: 'File format',
  labelPlural: 'File formats',
  entity: FileFormat,
  input: fileFormatInputSchema,
  fields: {
    name: { searchable: true },
    settings: { detailOnly: true },
    project_id: { label: 'Project', references: PROJECT_REFERENCE },
  },
  defaultSort: { by: 'name', order: 'asc' },
  constraints: {
    file_format_name: { field: 'name', detail: 'is the name of another format of this project' },
  },
  policy: ITEM_POLICIES.fileFormats,
  alsoReads: ['project'],
};
