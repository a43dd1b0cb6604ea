import { Alert, Button, Chip, Typography } from '@mui/material';
import type { ImportPreview } from '@portal/contracts/import-detail';
import { onboardingResultSchema } from '@portal/contracts/onboarding';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RolePicker } from '../../../../entities/roles/role-picker';
import { formatCount, plural } from '../../../../lib/format';
import { messageOf } from '../../../../lib/api-error';
import { PlainTable, type PlainColumn } from '../../../../tables/plain-table';
import { api } from '../../../../session/api';
import { mayIn } from '../../../../session/permissions';
import { useSessionStore } from '../../../../session/session-store';
import { FailureAlert } from '../../../../ui/failure';
import { SelectField } from '../../../../ui/inputs/select-field';
import { Columns, Row } from '../../../../ui/layout';
import { Part } from './part';

type Person = ImportPreview['people'][number];

/** The people of a file: those without an account can get one here. */
export function People({ preview }: { preview: ImportPreview }) {
  const { people, people_count: all, without_account_count: without } = preview;
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  if (people.length === 0) return null;
  const missing = people.filter((person) => !person.has_account && !made.has(person.email));
  const total = plural(all, 'person', 'people');
  return (
    <Part title="People">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {people.length < all ? `The first ${formatCount(people.length)} of ${total}` : total}
        {without > 0 && `; ${formatCount(Math.max(0, without - made.size))} without an account`}.
      </Typography>
      {missing.length > 0 && (
        <MakeAccounts
          preview={preview}
          emails={missing.map(({ email }) => email)}
          onMade={(emails) => setMade(new Set([...made, ...emails]))}
        />
      )}
      <PlainTable
        label="People"
        columns={columnsOf(made)}
        rows={people}
        rowKey={({ email }) => email}
        {...(people.length > 10 && { maxHeight: 420 })}
      />
    </Part>
  );
}

function columnsOf(made: ReadonlySet<string>): readonly PlainColumn<Person>[] {
  return [
    {
      head: 'Person',
      cell: ({ email, has_account: hasAccount }) => (
        <>
          {email}{' '}
          {!hasAccount && !made.has(email) && (
            <Chip size="small" color="warning" variant="outlined" label="No account" />
          )}
          {made.has(email) && (
            <Chip size="small" color="success" variant="outlined" label="Account made" />
          )}
        </>
      ),
      sx: { overflowWrap: 'anywhere' },
    },
    { head: 'Tasks', cell: ({ tasks }) => formatCount(tasks), numeric: true },
    { head: 'Done', cell: ({ done }) => formatCount(done), numeric: true },
  ];
}

interface MakeAccountsProps {
  preview: ImportPreview;
  emails: readonly string[];
  onMade: (emails: readonly string[]) => void;
}

/** Makes accounts with a role in the project of the file, for those who may give roles there. */
function MakeAccounts({ preview, emails, onMade }: MakeAccountsProps) {
  const session = useSessionStore((state) => state.session);
  const projects = preview.projects.filter(({ project_id: id }) =>
    mayIn(id, session, ['user-manage']),
  );
  const [chosen, setChosen] = useState<number>();
  const [role, setRole] = useState('');
  const client = useQueryClient();
  const projectId = chosen ?? projects[0]?.project_id;
  const make = useMutation({
    mutationFn: () =>
      api.post('/auth/users/onboarding', onboardingResultSchema, {
        people: emails.map((email) => ({ email })),
        project_id: projectId,
        role,
      }),
    meta: { succeeded: 'Accounts made' },
    onSuccess: () => {
      onMade(emails);
      void client.invalidateQueries();
    },
  });
  if (projectId === undefined) {
    return (
      <Alert severity="info" sx={{ mb: 1.5 }}>
        Tasks of people without an account are imported; the people see them once somebody who may
        give roles makes their accounts.
      </Alert>
    );
  }
  return (
    <Columns gap={1} sx={{ mb: 1.5 }}>
      <Row wrap gap={1.5} sx={{ '& .MuiTextField-root': { minWidth: 200 } }}>
        {projects.length > 1 && (
          <SelectField
            size="small"
            label="In project"
            value={String(projectId)}
            options={projects.map(({ project_id: id, project }) => ({
              value: String(id),
              label: project,
            }))}
            onChange={(id) => setChosen(Number(id))}
          />
        )}
        <RolePicker value={role} onChange={setRole} projectId={projectId} />
        <Button
          variant="outlined"
          disabled={role === ''}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          {`Make ${plural(emails.length, 'account', 'accounts')}`}
        </Button>
      </Row>
      <Typography variant="caption" color="textSecondary">
        {role === '' && 'First choose the role that they get. '}
        They sign in by these addresses. The portal sends no mail: tell them.
      </Typography>
      {make.error && (
        <FailureAlert title={messageOf(make.error, 'The accounts could not be made')} />
      )}
    </Columns>
  );
}
