import ExpandMoreIcon from '~icons/ic/baseline-expand-more';
import { Box, ButtonBase, Skeleton, type SxProps, type Theme, Typography } from '@mui/material';
import type { Project } from '@portal/contracts/projects';
import { Suspense, useId, useState, type KeyboardEvent } from 'react';
import { useProjects } from '../../entities/projects/api';
import { useProjectStore } from '../../lib/project-store';
import { useUsersOfSelected } from './project-users';
import { VanishingButton } from '../../ui/vanishing-button';
import { lazyPart } from '../../ui/lazy-part';

// Every screen has a selector, so MUI's Select and the menu (28 kB) are not part of it.
const loadMenu = async () => ({ default: (await import('./project-menu')).ProjectMenu });
const ProjectMenu = lazyPart(loadMenu);

/** Selects the current project among the projects of the user. */
export function ProjectSelector() {
  const id = useId();
  const listId = useId();
  const { data: projects, isError, refetch } = useProjects();
  useUsersOfSelected();
  const { selectedId, select } = useProjectStore();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!projects && !isError) return <Skeleton variant="rounded" height={40} />;
  const known = projects ?? [];
  const selected = known.find((project) => project.id === selectedId);
  const disabled = known.length === 0;

  function openByArrow(event: KeyboardEvent<HTMLElement>) {
    if (disabled || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    setAnchor(event.currentTarget);
  }

  return (
    <div>
      <Box component="fieldset" role="presentation" sx={frameSx(isError)}>
        <Box component="legend" id={id} sx={{ ml: 1, px: 0.5, typography: 'caption' }}>
          Select Project
        </Box>
        <ButtonBase
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? listId : undefined}
          aria-labelledby={id}
          aria-disabled={disabled}
          disabled={disabled}
          onPointerEnter={() => void loadMenu()}
          onClick={(event) => setAnchor(event.currentTarget)}
          onKeyDown={openByArrow}
          sx={buttonSx}
        >
          <Typography component="span" variant="body1" noWrap>
            {(selected && nameOf(selected)) ??
              (disabled && !isError ? 'No projects available' : 'Select Project')}
          </Typography>
          <ExpandMoreIcon fontSize="small" sx={{ color: 'text.secondary' }} />
        </ButtonBase>
      </Box>
      {isError && (
        <Typography variant="caption" color="error" sx={{ display: 'block', mt: 0.5, mx: 1.75 }}>
          Failed to fetch projects{' '}
          <VanishingButton size="small" onClick={() => void refetch()}>
            Load again
          </VanishingButton>
        </Typography>
      )}
      <Suspense>
        {anchor && (
          <ProjectMenu
            anchor={anchor}
            labelId={id}
            listId={listId}
            projects={known.filter(({ archived_at: at }) => at === null)}
            selectedId={selected?.id}
            onSelect={select}
            onClose={() => setAnchor(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function nameOf({ name, archived_at: at }: Project): string {
  return at === null ? name : `${name} (archived)`;
}

/** The frame of an outlined field: the legend interrupts the line. */
function frameSx(failed: boolean): SxProps<Theme> {
  return ({ vars: { palette } }) => ({
    m: 0,
    mt: '-9px',
    p: 0,
    minWidth: 0,
    borderRadius: 1,
    border: `1px solid ${failed ? palette.error.main : palette.line.strong}`,
    color: failed ? 'error.main' : 'text.secondary',
    ...(!failed && { '&:hover': { borderColor: palette.text.secondary } }),
  });
}

const buttonSx = {
  width: '100%',
  height: 39,
  mt: '-9px',
  pl: 1.75,
  pr: 1,
  gap: 1,
  justifyContent: 'space-between',
  borderRadius: 1,
  color: 'text.primary',
  '&.Mui-disabled': { color: 'text.disabled' },
} as const;
