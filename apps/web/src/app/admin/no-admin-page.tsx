import LockIcon from '~icons/ic/outline-lock';
import { useSelectedProject } from '../../entities/projects/api';
import { MessagePanel } from '../../ui/message-panel';
import { ADMIN_PAGES } from '../../pages';

const NEEDED = [...new Set(ADMIN_PAGES.flatMap(({ anyOf }) => anyOf))].join(', ');

/** For users who may open the administration, but none of its pages: what they lack. */
export function NoAdminPage() {
  const project = useSelectedProject();
  return (
    <MessagePanel
      icon={LockIcon}
      level="h1"
      title="You cannot open any page of the administration"
      detail={`Each page needs a permission that you do not have${project ? ` in ${project.name}` : ''}, one of: ${NEEDED}. Ask an administrator, or select another project.`}
    />
  );
}
