import type { Project } from '@portal/contracts/projects';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part';

/** The open dialog of a page of projects. */
export type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly project: Project }
  | { readonly kind: 'archive'; readonly project: Project }
  | { readonly kind: 'delete'; readonly project: Project };

const ProjectDialog = lazyPart(() => import('../form/project-dialog'));
const ArchiveDialog = lazyPart(() => import('./archive-dialog'));
const DeleteDialog = lazyPart(() => import('./delete-dialog'));

interface ProjectDialogsProps {
  open: OpenDialog | undefined;
  onClose: () => void;
  onCreated?: (project: Project) => void;
  onDeleted?: () => void;
}

/** The dialogs of a page of projects; they are loaded when they open. */
export function ProjectDialogs({ open, onClose, onCreated, onDeleted }: ProjectDialogsProps) {
  if (!open) return null;
  return (
    <Suspense>
      {open.kind === 'create' && (
        <ProjectDialog onClose={onClose} {...(onCreated && { onSaved: onCreated })} />
      )}
      {open.kind === 'edit' && <ProjectDialog project={open.project} onClose={onClose} />}
      {open.kind === 'archive' && <ArchiveDialog project={open.project} onClose={onClose} />}
      {open.kind === 'delete' && (
        <DeleteDialog project={open.project} onClose={onClose} onDeleted={onDeleted} />
      )}
    </Suspense>
  );
}
