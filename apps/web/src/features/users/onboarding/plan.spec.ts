import { describe, expect, it } from 'vitest';
import { parseEmails } from './parse-emails';
import { type Choice, type Line, planOf, stepText } from './plan';
import { type Result, runPlan } from './run-plan';

const CHOICE: Choice = {
  role: { projectId: 3, projectName: 'Alpha', name: 'project_member' },
  pod: { name: 'Juniper', role: 'trainer' },
};

describe('the pasted list', () => {
  it('USR-15 has an entry per line, comma and semicolon, with or without a name', () => {
    const list = ' ADA@example.com \n\nGrace Hopper <grace@example.com>;"Bo" <bo@example.com>,\r\n';
    expect(parseEmails(list).map(({ number, email, name }) => [number, email, name])).toEqual([
      [1, 'ada@example.com', ''],
      [2, 'grace@example.com', 'Grace Hopper'],
      [3, 'bo@example.com', 'Bo'],
    ]);
  });

  it('USR-15 reads columns, and several emails in a line', () => {
    expect(
      parseEmails('Ada Marsh\tada@example.com\nbo@example.com cy@example.com').map(
        ({ email, name }) => [email, name],
      ),
    ).toEqual([
      ['ada@example.com', 'Ada Marsh'],
      ['bo@example.com', ''],
      ['cy@example.com', ''],
    ]);
  });

  it('USR-16 marks what is invalid and what is repeated', () => {
    const entries = parseEmails('ada@example.com\nnobody\nADA@example.com\nx@y');
    expect(entries.map(({ email, isRepeated }) => [email, isRepeated])).toEqual([
      ['ada@example.com', false],
      [null, false],
      ['ada@example.com', true],
      [null, false],
    ]);
  });
});

describe('the plan', () => {
  const known = {
    users: new Map([
      ['bo@example.com', {}],
      ['cy@example.com', { '3': 'project_admin' }],
    ]),
    members: new Map([['cy@example.com', 'lead']]),
  };
  const entries = parseEmails('ada@example.com\nbo@example.com\ncy@example.com\nx\nbo@example.com');

  it('USR-16 does what is missing, and keeps roles', () => {
    const plan = planOf(entries, CHOICE, known);
    expect(plan.map(({ kind, steps }) => [kind, ...steps])).toEqual([
      ['new', 'account', 'role', 'pod'],
      ['known', 'role', 'pod'],
      ['known'],
      ['invalid'],
      ['repeated'],
    ]);
    expect(plan[2]?.kept).toEqual(['keeps the role project_admin', 'is already lead in Juniper']);
  });

  it('USR-16 only creates accounts without a role and a pod', () => {
    const plan = planOf(entries, {}, { ...known, members: new Map() });
    expect(plan.map(({ steps }) => steps.join())).toEqual(['account', '', '', '', '']);
  });

  it('USR-16 names the steps', () => {
    expect((['account', 'role', 'pod'] as const).map((step) => stepText(step, CHOICE))).toEqual([
      'new account',
      'role project_member in Alpha',
      'trainer in pod Juniper',
    ]);
  });
});

describe('a run', () => {
  it('USR-17 ends a line at its first failure, names what is left, and goes on', async () => {
    const lines = planOf(parseEmails('ada@example.com, bo@example.com'), CHOICE, {
      users: new Map(),
      members: new Map(),
    });
    const performed: string[] = [];
    const results = new Map<number, Result>();
    const run = (from: readonly Line[], fails: boolean) =>
      runPlan(from, {
        perform: async (step, { number }) => {
          performed.push(`${number} ${step}`);
          if (fails && number === 1 && step === 'role') throw new Error('Not allowed');
        },
        reasonOf: (error) => String(error),
        onResult: ({ number }, result) => results.set(number, result),
      });
    await run(lines, true);
    expect(performed.toSorted()).toEqual(['1 account', '1 role', '2 account', '2 pod', '2 role']);
    expect(results.get(1)).toEqual({
      kind: 'failed',
      reason: 'Error: Not allowed',
      left: ['role', 'pod'],
    });
    expect(results.get(2)).toEqual({ kind: 'done' });
  });
});
