import { Link, type LinkProps } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { writeUrl } from '../../lib/url-state';
import { TASK_PARAMS, useTakeSiblings } from './open-task';

interface TaskLinkProps {
  id: number;
  /** Default: the id. */
  children?: ReactNode;
  variant?: LinkProps['variant'];
}

/** Opens the panel of a task on the present page. */
export function TaskLink({ id, children = id, variant = 'inherit' }: TaskLinkProps) {
  const { search, hash } = useLocation();
  const takeSiblings = useTakeSiblings();
  return (
    <Link
      component={RouterLink}
      to={{ search: `?${writeUrl(TASK_PARAMS, new URLSearchParams(search), { task: id })}`, hash }}
      preventScrollReset
      variant={variant}
      underline="hover"
      onClick={takeSiblings}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {children}
    </Link>
  );
}
