import { idParamSchema } from '@portal/contracts/scalars';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { urlParam, useUrlState } from '../../lib/url-state';
import { useProjectStore } from '../../lib/project-store';
import { ProjectOutlet } from './project-outlet';

const PARAMS = { project: urlParam(idParamSchema, null) };
/** Dates and views mean the same in every project. Batches, models and statistics do not. */
const KEPT = [
  'start_date',
  'end_date',
  'activity_days',
  'models',
  'period',
  'from',
  'to',
  'metric',
  'trends',
];

/**
 * The pages whose project is the parameter `project` of the URL. Without it the selected project is
 * added. Selecting another project opens the same page of that project.
 */
export function ProjectParam() {
  const [{ project }, setState] = useUrlState(PARAMS);
  const [, setSearch] = useSearchParams();
  const selectedId = useProjectStore((state) => (state.authorised ? state.selectedId : null));

  useEffect(() => {
    if (project === null && selectedId !== null) {
      setState({ project: selectedId }, { replace: true });
    }
  }, [project, selectedId, setState]);

  return (
    <ProjectOutlet
      projectId={project}
      leave={(id) =>
        setSearch((before) => {
          const kept = [...before].filter(([name]) => KEPT.includes(name));
          return new URLSearchParams([['project', String(id)], ...kept]);
        })
      }
    />
  );
}
