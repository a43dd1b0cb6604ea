import EditIcon from '~icons/ic/outline-edit';
import { Button, Typography } from '@mui/material';
import type { FullProject } from '@portal/contracts/projects';
import { SectionCard } from '../../../ui/section-card';
import { useMayChange } from '../use-may-manage';
import { RulesList } from './rules-list';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { lazyPart } from '../../../ui/lazy-part';

const loadDialog = () => import('./rules-dialog');
const RulesDialog = lazyPart(loadDialog);

/** What the files of tasks must keep in a project, and its form for those who may change it. */
export function RulesCard({ project }: { project: FullProject }) {
  const { dialog, open } = useDialog();
  const mayManage = useMayChange(project.id);
  const { import_rules: rules } = project;
  return (
    <SectionCard
      title="Import rules"
      detail="A file of tasks must meet these rules, or it is not imported"
      actions={
        mayManage && (
          <Button
            startIcon={<EditIcon />}
            onPointerEnter={() => void loadDialog()}
            onClick={() => open((onClose) => <RulesDialog {...{ project, onClose }} />)}
          >
            Edit rules
          </Button>
        )
      }
    >
      {rules ? <RulesList rules={rules} /> : <NoRules />}
      {dialog}
    </SectionCard>
  );
}

function NoRules() {
  return (
    <Typography variant="body2" color="textSecondary">
      No rules. A file may give its tasks any values that the portal knows, and change any number of
      tasks.
    </Typography>
  );
}
