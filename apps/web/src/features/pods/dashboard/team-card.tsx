import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { WeeklyProgress } from '@portal/contracts/live';
import { plural } from '../../../lib/format';
import { usePod } from '../../../entities/pods/open-pod';
import { SectionCard } from '../../../ui/section-card';
import { LoadError } from '../../../ui/load-error';
import { roleGroups } from '../role-groups';
import { TeamMember } from './team-member';

/** The members by role, with picture, clock and work of the week. */
export function TeamCard({ week }: { week: WeeklyProgress | undefined }) {
  const work = new Map(week?.members.map((member) => [member.email, member]));
  const { members } = usePod();
  return (
    <SectionCard
      title="Team"
      detail={members.data && plural(members.data.length, 'member', 'members')}
    >
      <LoadError
        error={members.error}
        at={members.errorUpdatedAt}
        fallback="The members could not be loaded"
        onRetry={() => void members.refetch()}
      />
      {members.data ? (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          {roleGroups(members.data).map((group) => (
            <Box key={group.role} component="section" aria-label={group.title}>
              <Typography variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 1 }}>
                {group.title} · {group.members.length}
              </Typography>
              <Box
                component="ul"
                sx={{
                  listStyle: 'none',
                  m: 0,
                  p: 0,
                  display: 'grid',
                  gap: 1,
                  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 290px), 1fr))',
                }}
              >
                {group.members.map((member) => (
                  <TeamMember
                    key={member.user_email}
                    member={member}
                    tasks={work.get(member.user_email)?.tasks}
                    turns={work.get(member.user_email)?.turns}
                  />
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      ) : (
        members.isPending && <Skeleton variant="rounded" height={200} />
      )}
    </SectionCard>
  );
}
