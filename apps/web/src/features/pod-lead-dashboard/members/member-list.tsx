import ExpandIcon from '~icons/ic/baseline-expand-more';
import GroupIcon from '~icons/ic/outline-group';
import { Box, Button, Card, Typography } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import type { Goal } from '@portal/domain/weekly';
import { useId, useMemo } from 'react';
import { plural } from '../../../lib/format';
import { MessagePanel } from '../../../ui/message-panel';
import { visuallyHidden } from '../../../ui/visually-hidden';
import { useWallMode } from '../../../ui/wall-mode/use-wall-mode';
import { LEVEL_WORDS } from '../../../entities/pods/level';
import { LineRows } from './line-rows';
import { MemberRows, type RowsContext } from './member-rows';
import { type Order, ordered, type SORTS, USUAL } from './order';
import { Row } from '../../../ui/layout';
import DownIcon from '~icons/ic/baseline-arrow-downward';
import UpIcon from '~icons/ic/baseline-arrow-upward';
import { SearchField } from '../../../ui/inputs/search-field';

const LABELS: Readonly<Record<(typeof SORTS)[number], string>> = {
  name: 'Name',
  tasks: 'Tasks',
  turns: 'Turns',
  share: 'Progress',
  first_look: 'First look',
  active: 'Last active',
};

/** In the order of the columns. */
const COLUMNS = ['name', 'tasks', 'turns', 'share', 'first_look', 'active'] as const;

interface MemberListProps extends RowsContext {
  members: readonly MemberProgress[];
  order: Order;
  onOrder: (change: Partial<Order>) => void;
  othersShown: boolean;
  onOthersShown: (shown: boolean) => void;
}

/** More trainers than these have one line each. */
export const MANY = 12;

/** The trainers of a pod in the wanted order, first who is furthest behind; other roles are folded. */
export function MemberList(props: MemberListProps) {
  const { members, order, onOrder, othersShown, onOthersShown, ...context } = props;
  const { known } = context;
  const othersId = useId();
  const [wall] = useWallMode();
  const { trainers, others } = useMemo(
    () => ordered(members, order, known),
    [members, order, known],
  );
  const isMany = members.filter(({ role }) => role === 'trainer').length > MANY;
  const goals = trainers.flatMap(({ goal }) => goal ?? []);
  return (
    <Card component="section" aria-label="Progress per person" sx={{ overflow: 'hidden' }}>
      <Row
        wrap
        align="baseline"
        justify="space-between"
        sx={{ columnGap: 2, rowGap: 0.5, px: 2, py: 1 }}
      >
        <Typography variant="h3" component="h2">
          {trainers.length > 0 ? plural(trainers.length, 'trainer', 'trainers') : 'Trainers'}
        </Typography>
        {trainers.length > 0 && !isMany && (
          <Typography variant="caption" color="textSecondary" sx={{ flex: 1 }}>
            {goals.some(isUnderWay) && 'A line in a bar marks what is due by now.'}
          </Typography>
        )}
        {!wall && members.length > 0 && <SortAndSearch {...order} onOrder={onOrder} />}
      </Row>
      {trainers.length > 0 && isMany ? (
        <LineRows members={trainers} {...context} />
      ) : trainers.length > 0 ? (
        <MemberRows label="Trainers" members={trainers} {...context} />
      ) : (
        <MessagePanel
          icon={GroupIcon}
          {...(order.search === ''
            ? {
                title: members.length === 0 ? 'No members yet' : 'No trainers yet',
                detail: "The progress of the pod's trainers appears here.",
              }
            : { title: 'No such trainer', detail: `No trainer is called “${order.search}”.` })}
        />
      )}
      {others.length > 0 && (othersShown || !wall) && (
        <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
          <Button
            fullWidth
            color="inherit"
            aria-expanded={othersShown}
            aria-controls={othersId}
            onClick={() => onOthersShown(!othersShown)}
            startIcon={
              <ExpandIcon
                sx={{
                  transform: othersShown ? 'none' : 'rotate(-90deg)',
                  transition: 'transform 150ms',
                }}
              />
            }
            sx={{ justifyContent: 'flex-start', px: 2.5, py: 1.25, borderRadius: 0 }}
          >
            {plural(others.length, 'lead or reviewer', 'leads and reviewers')}
          </Button>
          <Box id={othersId}>
            {othersShown && (
              <MemberRows label="Leads and reviewers" members={others} {...context} />
            )}
          </Box>
        </Box>
      )}
      <div role="status" style={visuallyHidden}>
        {Object.values(context.marks)
          .map(({ name, level }) => `${name}: ${LEVEL_WORDS[level]}`)
          .join('. ')}
      </div>
    </Card>
  );
}

/** Whether some but not all of the week is due by now. */
function isUnderWay({ weekly, due }: Goal): boolean {
  return due.tasks > 0 && due.tasks < weekly.tasks;
}

interface SortAndSearchProps extends Order {
  onOrder: (change: Partial<Order>) => void;
}

/** By what the trainers are sorted, and who of them is shown. Another click turns the order round. */
function SortAndSearch({ sort, desc, search, onOrder }: SortAndSearchProps) {
  return (
    <Row wrap gap={1}>
      <Row wrap role="group" aria-label="Sort by">
        {COLUMNS.map((column) => {
          const isChosen = column === sort;
          const Icon = desc ? DownIcon : UpIcon;
          return (
            <Button
              key={column}
              size="small"
              color={isChosen ? 'primary' : 'inherit'}
              aria-pressed={isChosen}
              title={isChosen ? (desc ? 'Largest first' : 'Smallest first') : undefined}
              {...(isChosen && { endIcon: <Icon /> })}
              onClick={() => onOrder({ sort: column, desc: isChosen && !desc })}
              sx={{ minWidth: 0, px: 0.75, whiteSpace: 'nowrap' }}
            >
              {LABELS[column]}
            </Button>
          );
        })}
      </Row>
      <SearchField
        label="Search the trainers"
        placeholder="Search"
        maxLength={100}
        value={search}
        onSearch={(text) => onOrder({ ...USUAL, sort, desc, search: text })}
      />
    </Row>
  );
}
