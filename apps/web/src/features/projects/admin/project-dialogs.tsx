import { lazyPart } from '../../../ui/lazy-part';

// The dialogs of the pages of projects. They load when they open.
export const ProjectDialog = lazyPart(() => import('../form/project-dialog'));
export const DeleteDialog = lazyPart(() => import('./delete-dialog'));
