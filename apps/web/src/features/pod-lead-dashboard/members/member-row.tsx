import * as Parts from './row-parts';
import type { MemberProgress } from '@portal/contracts/live';
import { POD_ROLE_TITLES } from '../../../entities/pods/pod-roles';
import type { Share } from '@portal/contracts/share';
import { memo, useMemo } from 'react';
import { formatPercent } from '../../../lib/format';
import { Instant } from '../../../ui/instant';
import { UserPicture } from '../../../ui/user-picture';
import type { TrendWeek } from '../api';
import {
  type Level,
  levelBasis,
  levelColor,
  levelTextColor,
  levelWords,
} from '../../../entities/pods/level';
import { FirstLook } from './first-look';
import { nameOf } from './order';
import { ProgressLines } from './progress-lines';
import { shortAge } from './short-age';
import { Trend } from './trend';

interface MemberRowProps {
  member: MemberProgress;
  /** Monday of the week. */
  week: string;
  /** The last weeks as they were loaded. */
  weeks: readonly TrendWeek[] | undefined;
  /** The level that the user reached or fell to in the last seconds. */
  crossed: Level | undefined;
  /** The path of the tasks behind the numbers; undefined without the permission. */
  tasksPath: string | undefined;
  /** An instant; null if it is long ago, undefined if nobody knows. */
  lastActive: string | null | undefined;
  /** Undefined without a first round in the week. */
  firstLook: Share | undefined;
  now: number;
}

/** One user: work against the weekly target, its level with the number that decides, and the last weeks. */
export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { member, week, weeks, crossed, tasksPath, lastActive, firstLook, now } = props;
  const { email, role, level, goal, user } = member;
  const name = nameOf(member);
  const color = levelColor(level);
  const textColor = levelTextColor(level);
  const isPlain = goal === null && !firstLook?.of;
  const trend = useMemo(() => currentTrend(weeks, week, member), [weeks, week, member]);
  return (
    <Parts.Row data-key={email} data-plain={isPlain ? '' : undefined}>
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
          <Parts.Email>
            {role === 'trainer' ? email : `${POD_ROLE_TITLES[role]} · ${email}`}
          </Parts.Email>
          {lastActive && (
            <Parts.Email>
              Last active <Instant at={lastActive} format={(at) => shortAge(at, now)} /> ago
            </Parts.Email>
          )}
        </Parts.Names>
      </Parts.Person>
      <Parts.Lines>
        <ProgressLines member={member} color={color} />
      </Parts.Lines>
      {isPlain ? null : (
        <Parts.Level>
          {goal !== null && member.level_percent !== null && (
            <>
              <strong style={{ color: textColor }}>{formatPercent(member.level_percent)}</strong>
              <span>{levelBasis(member, goal)}</span>
            </>
          )}
          {goal !== null && (
            <Parts.Words style={{ color: textColor }}>{levelWords(level)}</Parts.Words>
          )}
          {firstLook && firstLook.of > 0 && (
            <Parts.FirstLook>
              <FirstLook share={firstLook} words=" accepted at first look" />
            </Parts.FirstLook>
          )}
        </Parts.Level>
      )}
      <Parts.TrendCell>{trend && <Trend weeks={trend} selected={week} />}</Parts.TrendCell>
    </Parts.Row>
  );
});

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
