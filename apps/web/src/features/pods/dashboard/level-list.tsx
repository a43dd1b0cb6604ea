import { Box, Link, Typography } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
import type { Days } from '@portal/domain/periods';
import { Link as RouterLink } from 'react-router';
import { formatCount, formatPercent } from '../../../lib/format';
import { levelBasis } from '../../../entities/pods/level';
import { paths } from '../../../lib/paths';
import { Row } from '../../../ui/layout';
import { UserPicture } from '../../../ui/user-picture';
import { nameOr } from '../role-groups';
import { MemberWork } from './member-work';

const SHOWN = 5;

interface LevelListProps {
  title: string;
  /** The text of an empty list. */
  none: string;
  color: 'success.main' | 'error.main';
  members: readonly MemberProgress[];
  /** Of the week. */
  days: Days;
}

/** The first trainers of a list with the numbers of their level, and how many more there are. */
export function LevelList({ title, none, color, members, days }: LevelListProps) {
  const more = members.length - SHOWN;
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography
        variant="subtitle2"
        component="h3"
        color="textSecondary"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}
      >
        <Box
          component="span"
          aria-hidden
          sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: color }}
        />
        {title} · {formatCount(members.length)}
      </Typography>
      {members.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ py: 0.75 }}>
          {none}
        </Typography>
      )}
      <Box component="ul">
        {members.slice(0, SHOWN).map((member) => (
          <Member key={member.email} member={member} days={days} />
        ))}
      </Box>
      {more > 0 && (
        <Typography variant="caption" color="textSecondary">
          and {formatCount(more)} more
        </Typography>
      )}
    </Box>
  );
}

function Member({ member, days }: { member: MemberProgress; days: Days }) {
  const { email, user, level_percent: decides, goal } = member;
  const name = nameOr(email, member.name);
  return (
    <Row component="li" gap={1.25} sx={{ minHeight: 40, minWidth: 0 }}>
      <UserPicture user={{ name, email, picture: user.picture }} size={26} />
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        <Link component={RouterLink} to={paths.trainerStats(email)} color="inherit">
          {name}
        </Link>
      </Typography>
      <Typography variant="caption" color="textSecondary" noWrap sx={{ flexShrink: 0 }}>
        <MemberWork member={member} days={days} />
      </Typography>
      <Typography
        variant="subtitle2"
        component="span"
        sx={{ width: 62, flexShrink: 0, textAlign: 'right' }}
        title={goal ? levelBasis(member, goal) : undefined}
      >
        {decides !== null && formatPercent(decides)}
      </Typography>
    </Row>
  );
}
