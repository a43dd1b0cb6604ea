import { styled } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import type { Share } from '@portal/contracts/share';
import { memo } from 'react';
import { Link } from 'react-router';
import { type Level, levelColor, levelTextColor, levelWords } from '../../../entities/pods/level';
import { formatCount, formatPercent } from '../../../lib/format';
import { Instant } from '../../../ui/instant';
import { FirstLook } from './first-look';
import { LINE_EM } from './fit';
import { MemberCount } from './member-count';
import { nameOf } from './order';
import { Glow } from './row-parts';
import { shortAge } from './short-age';

interface LineRowProps {
  member: MemberProgress;
  crossed: Level | undefined;
  tasksPath: string | undefined;
  /** An instant; null if it is long ago, undefined if nobody knows. */
  lastActive: string | null | undefined;
  /** Undefined without a first round in the week. */
  firstLook: Share | undefined;
  now: number;
}

/** One user of many, in one line: name, tasks, turns, the number of the level, first looks, and the last activity. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { member, crossed, tasksPath, lastActive, firstLook, now } = props;
  const { email, level, turns, goal } = member;
  const name = nameOf(member);
  const number = goal === null ? null : (member.level_percent ?? member.percent);
  const of = (measure: 'tasks' | 'turns') =>
    goal === null ? measure : `of ${formatCount(goal.weekly[measure])} ${measure}`;
  return (
    <Line data-key={email}>
      {crossed && <Glow style={{ color: levelColor(crossed) }} />}
      <span title={email}>
        {tasksPath === undefined ? name : <NameLink to={tasksPath}>{name}</NameLink>}
      </span>
      <strong title={of('tasks')}>
        <MemberCount member={member} of="tasks" />
      </strong>
      <strong title={of('turns')}>{formatCount(turns)}</strong>
      {number === null ? (
        <span>–</span>
      ) : (
        <strong style={{ color: levelTextColor(level) }} title={levelWords(level)}>
          {formatPercent(number)}
        </strong>
      )}
      <FirstLook share={firstLook} />
      <span>
        {lastActive ? <Instant at={lastActive} format={(at) => shortAge(at, now)} /> : '–'}
      </span>
    </Line>
  );
});

/** The usual widths, so that the rows have columns; a larger number takes of the name. */
const NUMBER_WIDTHS = [1.6, 2.2, 3.4, 2.4, 1.9].map((em) => `minmax(${em}em, max-content)`);

const Line = styled('li')(({ theme }) => ({
  position: 'relative',
  contain: 'layout paint',
  breakInside: 'avoid',
  display: 'grid',
  gridTemplateColumns: `minmax(0, 1fr) ${NUMBER_WIDTHS.join(' ')}`,
  columnGap: '0.4em',
  alignItems: 'center',
  height: `${LINE_EM}em`,
  paddingInline: '0.25em',
  borderTop: `1px solid ${theme.vars.palette.line.soft}`,
  '& > *': {
    fontSize: '0.8125em',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: theme.vars.palette.text.secondary,
  },
  '& > strong': { color: theme.vars.palette.text.primary, fontWeight: 600 },
  '& > span:first-of-type': { textAlign: 'left', color: theme.vars.palette.text.primary },
}));

const NameLink = styled(Link)({
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
});
