import { Menu, MenuItem } from '@mui/material';
import type { Project } from '@portal/contracts/projects';
import { SampleBadge } from '../../entities/projects/sample-badge';

interface ProjectMenuProps {
  anchor: HTMLElement;
  labelId: string;
  listId: string;
  projects: readonly Project[];
  selectedId: number | undefined;
  onSelect: (id: number) => void;
  onClose: () => void;
}

/** The options of the project selector; typing a letter goes to the projects that begin with it. */
export function ProjectMenu(props: ProjectMenuProps) {
  const { anchor, labelId, listId, projects, selectedId, onSelect, onClose } = props;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { id: listId, role: 'listbox', 'aria-labelledby': labelId },
        paper: { sx: { width: anchor.clientWidth, maxHeight: 420 } },
      }}
    >
      {projects.map((project) => (
        <MenuItem
          key={project.id}
          role="option"
          selected={project.id === selectedId}
          aria-selected={project.id === selectedId}
          onClick={() => {
            onSelect(project.id);
            onClose();
          }}
          sx={{ whiteSpace: 'normal' }}
        >
          {project.name}
          {project.is_sample && (
            <>
              &nbsp;
              <SampleBadge project={project} />
            </>
          )}
        </MenuItem>
      ))}
    </Menu>
  );
}
