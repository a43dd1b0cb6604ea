import PersonAddIcon from '~icons/ic/outline-person-add';
import { Box, Button, Card, Typography } from '@mui/material';
import type { PodCandidate } from '@portal/contracts/pods';
import { useCallback, useId, useRef, useState, type SubmitEvent } from 'react';
import { usePod } from '../../../entities/pods/open-pod';
import { Invite } from '../../../entities/users/invite';
import { Columns, Row } from '../../../ui/layout';
import { AsyncPicker } from '../../../ui/pickers/async-picker';
import { UserPicture } from '../../../ui/user-picture';
import { nameOr } from '../role-groups';
import { candidatesKey, fetchCandidates, useAddMember } from '../api';
import type { PodRole } from '../role-groups';
import type { ShownMember } from './pending-changes';
import { RoleField } from './role-field';

interface AddMemberProps {
  podName: string;
  members: readonly ShownMember[];
}

/** Adds a user of the project to the pod. */
export function AddMember({ podName, members }: AddMemberProps) {
  const titleId = useId();
  const [user, setUser] = useState<PodCandidate | null>(null);
  const [role, setRole] = useState<PodRole>('trainer');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const add = useAddMember(podName);
  const { projectId } = usePod();
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      const found = await fetchCandidates(podName, text, signal);
      return found.filter(({ user_email }) =>
        members.every((member) => member.user_email !== user_email),
      );
    },
    [podName, members],
  );

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    field.current?.focus();
    setAsked(user === null);
    if (!user) return;
    // The user is in the list immediately; after a failure the form offers the same again.
    const offerAgain = () => {
      setUser((now) => now ?? user);
      setRole(role);
    };
    add.mutate({ kind: 'add', user, role }, { onError: offerAgain });
    setUser(null);
    setRole('trainer');
  }

  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 2.5 }, mb: 2 }}>
      <Typography variant="h3" component="h2" id={titleId} sx={{ mb: 2 }}>
        Add a member
      </Typography>
      <Columns
        component="form"
        noValidate
        onSubmit={submit}
        columns={{ sm: [1, '160px', 'auto'] }}
        gap={1.5}
        sx={{ alignItems: 'start' }}
      >
        <AsyncPicker
          label="User"
          searchKey={candidatesKey(podName)}
          search={search}
          renderNoMatch={(text) => <Invite {...{ text, projectId, podName }} />}
          keyOf={({ user_email }) => user_email}
          labelOf={({ user_name, user_email }) =>
            user_name === '' ? user_email : `${user_name} (${user_email})`
          }
          renderOption={(option) => <Candidate user={option} />}
          value={user}
          onChange={(next) => {
            setUser(next);
            setAsked(false);
          }}
          required
          error={asked}
          hint={asked ? 'Choose a user' : 'Users of the project who are not in the pod'}
          inputRef={field}
        />
        <RoleField label="Role" role={role} onChange={setRole} />
        <Button type="submit" variant="contained" startIcon={<PersonAddIcon />} sx={{ height: 56 }}>
          Add
        </Button>
      </Columns>
    </Card>
  );
}

function Candidate({ user }: { user: PodCandidate }) {
  const { user_email: email, profile_picture: picture } = user;
  const name = nameOr(email, user.user_name);
  return (
    <Row gap={1.5} sx={{ minWidth: 0 }}>
      <UserPicture user={{ name, email, picture }} size={30} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" noWrap>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary" noWrap component="p">
          {email}
        </Typography>
      </Box>
    </Row>
  );
}
