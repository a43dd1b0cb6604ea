import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useProjectStore } from '../../../lib/project-store';
import { SectionCard } from '../../../ui/section-card';
import { useProject } from '../api';
import { RulesList } from './rules-list';

/** Before an upload: what the files of the selected project must keep; nothing without rules. */
export function UploadRules() {
  const selectedId = useProjectStore((state) => (state.authorised ? state.selectedId : null));
  if (selectedId === null || selectedId === ALL_PROJECTS_ID) return null;
  return <RulesOf projectId={selectedId} />;
}

function RulesOf({ projectId }: { projectId: number }) {
  const { data: project } = useProject(projectId);
  if (!project?.import_rules) return null;
  return (
    <SectionCard
      title={`Import rules of ${project.name}`}
      detail="Each task of this project must meet these rules. A preview lists the tasks that do not."
      sx={{ mt: 3 }}
    >
      <RulesList rules={project.import_rules} />
    </SectionCard>
  );
}
