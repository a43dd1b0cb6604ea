import * as Parts from './row-parts';
import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import { memo, useMemo } from 'react';
import { formatPercent } from '../../../lib/format';
import { UserPicture } from '../../../ui/user-picture';
import type { TrendWeek } from '../api';
import { LEVEL_WORDS, type Level } from './crossings';
import { levelColor } from './level-color';
import { nameOf } from './order';
import { ProgressLines } from './progress-lines';
import { Trend } from './trend';

interface MemberRowProps {
  member: MemberProgress;
  target: WeeklyProgress['target'];
  expected: WeeklyProgress['expected'];
  /** Monday of the week. */
  week: string;
  /** The last weeks as they were loaded. */
  weeks: readonly TrendWeek[] | undefined;
  /** The level that the user reached or fell to in the last seconds. */
  crossed: Level | undefined;
  /** The path of the tasks behind the numbers; undefined without the permission. */
  tasksPath: string | undefined;
}

/** One user: work against the weekly target, the pace, and the last weeks. */
export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { member, target, expected, week, weeks, crossed, tasksPath } = props;
  const { email, role, level, user } = member;
  const name = nameOf(member);
  const color = levelColor(level);
  const trend = useMemo(() => currentTrend(weeks, week, member), [weeks, week, member]);
  return (
    <Parts.Row data-key={email} data-plain={target === null ? '' : undefined}>
      {crossed && <Parts.Glow style={{ color: levelColor(crossed) }} />}
      <Parts.Person>
        <UserPicture user={{ name, email, picture: user.picture }} size={36} />
        <Parts.Names>
          {tasksPath === undefined ? (
            <Parts.Name>{name}</Parts.Name>
          ) : (
            <Parts.NameLink to={tasksPath} title={`Tasks of ${name} in this week`}>
              {name}
            </Parts.NameLink>
          )}
          <Parts.Email>{role === 'trainer' ? email : `${ROLES[role]} · ${email}`}</Parts.Email>
        </Parts.Names>
      </Parts.Person>
      <Parts.Lines>
        <ProgressLines done={member} target={target} expected={expected} color={color} />
      </Parts.Lines>
      {target !== null && (
        <>
          <Parts.Percent>
            <strong>{formatPercent(member.percent)}</strong>
            <Parts.Words style={{ color }}>
              {level === null ? 'Nothing due yet' : LEVEL_WORDS[level]}
            </Parts.Words>
          </Parts.Percent>
          <Parts.Pace>
            <strong style={{ color }}>{formatPercent(member.pace)}</strong>
            <span>of the pace</span>
          </Parts.Pace>
        </>
      )}
      <Parts.TrendCell>{trend && <Trend weeks={trend} selected={week} />}</Parts.TrendCell>
    </Parts.Row>
  );
});

const ROLES = { lead: 'Lead', reviewer: 'Reviewer', trainer: 'Trainer' } as const;

/** The last weeks of a user with the newest numbers of `week`, a Monday. */
export function currentTrend(
  weeks: readonly TrendWeek[] | undefined,
  week: string,
  { percent, level, tasks, turns }: MemberProgress,
): readonly TrendWeek[] | undefined {
  const newer = weeks?.find(
    (past) => past.week_start === week && (past.percent !== percent || past.level !== level),
  );
  if (!weeks || !newer) return weeks;
  return weeks.map((past) => (past === newer ? { ...past, percent, level, tasks, turns } : past));
}
