/** The invented projects, batches, pods and users of the demo. */

/** The accounts that can sign in; the other users of the demo only have tasks. */
export const DEMO_ACCOUNTS = {
  admin: 'admin@example.com',
  projectAdmin: 'project-admin@example.com',
  lead: 'lead@example.com',
  reviewer: 'reviewer@example.com',
  trainer: 'trainer@example.com',
};

/** First task id of the demo, far from the ids of real files. */
export const FIRST_TASK_ID = 7_000_001;

/**
 * @typedef {{ id: number, name: string, from: number, to: number, tasks: number,
 *   status: (typeof import('@portal/contracts/constants').BATCH_STATUSES)[number] }} Batch
 * @typedef {{ turingId: number, name: string, description: string, status: string, type: string,
 *   client: string, basePath: string, deliveryCode: string, topics: string[],
 *   batches: Batch[] }} Project
 */
/**
 * Batches run from `from` to `to` days ago with `tasks` tasks each: together 60,000 tasks over 120
 * days.
 * @type {readonly [Project, ...Project[]]}
 */
export const PROJECTS = [
  {
    turingId: 4101,
    name: 'Code Reasoning RLHF',
    description: 'Multi-turn debugging and refactoring dialogues, ranked by experienced engineers.',
    status: 'ongoing',
    type: 'rlhf',
    client: 'Quillstone Research',
    basePath: 'https://labeling.example.com/code-reasoning/',
    deliveryCode: 'CR',
    topics: ['python', 'typescript', 'java', 'go', 'rust', 'sql'],
    batches: [
      {
        id: 301,
        name: 'Debugging, first wave',
        status: 'completed',
        from: 119,
        to: 92,
        tasks: 6600,
      },
      { id: 302, name: 'Refactoring', status: 'completed', from: 97, to: 70, tasks: 6800 },
      { id: 303, name: 'Test writing', status: 'completed', from: 73, to: 46, tasks: 6900 },
      { id: 304, name: 'Repository questions', status: 'ongoing', from: 49, to: 22, tasks: 6500 },
      { id: 305, name: 'Debugging, second wave', status: 'ongoing', from: 24, to: 0, tasks: 6700 },
    ],
  },
  {
    turingId: 4102,
    name: 'Multilingual SFT',
    description: 'Instruction following written and checked by native speakers of nine languages.',
    status: 'ongoing',
    type: 'sft',
    client: 'Harrowgate Labs',
    basePath: 'https://labeling.example.com/multilingual/',
    deliveryCode: 'ML',
    topics: ['spanish', 'hindi', 'portuguese', 'arabic', 'swahili', 'vietnamese'],
    batches: [
      {
        id: 401,
        name: 'Everyday instructions',
        status: 'completed',
        from: 110,
        to: 83,
        tasks: 4900,
      },
      { id: 402, name: 'Legal plain language', status: 'cancelled', from: 82, to: 68, tasks: 1400 },
      { id: 403, name: 'Tutoring dialogues', status: 'ongoing', from: 47, to: 20, tasks: 4700 },
      { id: 404, name: 'Travel and culture', status: 'ongoing', from: 21, to: 0, tasks: 3900 },
    ],
  },
  {
    turingId: 4103,
    name: 'Notebook Analytics',
    description: 'Data analysis notebooks with charts, graded for method and honesty.',
    status: 'ongoing',
    type: 'form',
    client: 'Tidewater Analytics',
    basePath: 'https://labeling.example.com/notebooks/',
    deliveryCode: 'NA',
    topics: ['forecasting', 'regression', 'cleaning', 'visualisation'],
    batches: [
      { id: 501, name: 'Exploratory notebooks', status: 'paused', from: 88, to: 61, tasks: 5200 },
      { id: 502, name: 'Forecasting', status: 'ongoing', from: 27, to: 0, tasks: 5900 },
      { id: 503, name: 'Causal questions', status: 'draft', from: 6, to: 0, tasks: 500 },
    ],
  },
];

/**
 * @typedef {{ name: string, project: number, description: string,
 *   daily: { tasks: number, turns: number } | null,
 *   members: { reviewers: number, trainers: number } | null }} Pod
 */
/**
 * Pods of different sizes. `daily` is the target of one user per day, in tasks and turns; null for a
 * pod without targets. A pod without `members` is empty.
 * @type {readonly [Pod, ...Pod[]]}
 */
export const PODS = [
  {
    name: 'Kestrel',
    project: 4101,
    description: 'Debugging and refactoring, the longest-serving pod.',
    daily: { tasks: 8, turns: 42 },
    members: { reviewers: 2, trainers: 9 },
  },
  {
    name: 'Juniper',
    project: 4101,
    description: 'Test writing and repository questions, around the clock.',
    daily: { tasks: 8, turns: 40 },
    members: { reviewers: 4, trainers: 35 },
  },
  {
    name: 'Saffron',
    project: 4102,
    description: 'Native speakers of the nine languages.',
    daily: { tasks: 16, turns: 80 },
    members: { reviewers: 2, trainers: 11 },
  },
  {
    name: 'Tamarind',
    project: 4102,
    description: 'Translators on trial; their targets are not set yet.',
    daily: null,
    members: { reviewers: 1, trainers: 3 },
  },
  {
    name: 'Marigold',
    project: 4102,
    description: 'Starts next month; nobody has joined yet.',
    daily: null,
    members: null,
  },
  {
    name: 'Basalt',
    project: 4103,
    description: 'Analysts and statisticians.',
    daily: { tasks: 24, turns: 120 },
    members: { reviewers: 2, trainers: 10 },
  },
  {
    name: 'Heron',
    project: 4103,
    description: 'Three specialists in causal questions.',
    daily: { tasks: 24, turns: 120 },
    members: { reviewers: 1, trainers: 1 },
  },
];

/** @typedef {readonly [name: string, hours: number]} Zone */
/**
 * Hours from UTC of the users, in the format of the profile form.
 * @type {readonly [Zone, ...Zone[]]}
 */
const ZONES = [
  ['UTC-8:00', -8],
  ['UTC-5:00', -5],
  ['UTC-3:00', -3],
  ['UTC', 0],
  ['UTC+1:00', 1],
  ['UTC+3:00', 3],
  ['UTC+5:30', 5.5],
  ['UTC+7:00', 7],
];

const FIRST_NAMES = (
  'Amara Tomas Priya Linh Mateo Ingrid Yusuf Chiara Kwame Sofia Arjun Nadia Felix Wanjiru ' +
  'Camila Dmitri Leila Hugo Mei Ravi Esther Bruno Zainab Oscar Anjali Pavel Thandiwe Diego ' +
  'Hana Emeka'
).split(' ');
const LAST_NAMES = (
  'Okonjo Silveira Ramanathan Tran Bergqvist Demir Moretti Asante Kovacs Deshmukh Haddad ' +
  'Lindholm Mwangi Rojas Petrov Farahani Castell Zhou Iyer Adeyemi Novak Santos Dlamini'
).split(' ');

/**
 * @typedef {{ email: string, name: string }} Account
 * @typedef {Account & { role: string, pod: string | null, project?: number, zone: Zone,
 *   pace?: number }} DemoUser
 */

/**
 * The users: one admin, in each pod with members a lead, reviewers and trainers, and some with a role in
 * a project (`project`, its `turingId`). `pace` is a trainer's amount of work relative to the pod's
 * average.
 * @param {import('./demo-random.mjs').Random} random
 */
export function demoUsers(random) {
  /** @type {DemoUser[]} */
  const users = [
    { email: DEMO_ACCOUNTS.admin, name: 'Ada Marsh', role: 'admin', pod: null, zone: ZONES[0] },
  ];
  /**
   * @param {Pod} pod
   * @param {string} role
   * @param {Account | false} [account] an invented one by default
   */
  const join = (pod, role, account) => {
    const user = account || invented(users.length);
    users.push({
      ...user,
      role,
      pod: pod.name,
      zone: random.oneOf(ZONES),
      pace: random.around(),
    });
  };
  for (const pod of PODS) {
    if (pod.members === null) continue;
    const first = pod === PODS[0];
    join(pod, 'lead', first && { email: DEMO_ACCOUNTS.lead, name: 'Leo Fontaine' });
    for (let n = 0; n < pod.members.reviewers; n++) {
      join(
        pod,
        'reviewer',
        first && n === 0 && { email: DEMO_ACCOUNTS.reviewer, name: 'Rae Kimura' },
      );
    }
    for (let n = 0; n < pod.members.trainers; n++) {
      join(
        pod,
        'trainer',
        first && n === 0 && { email: DEMO_ACCOUNTS.trainer, name: 'Tess Oyelaran' },
      );
    }
  }
  /**
   * @param {Project} project
   * @param {string} role
   * @param {Account | false} [account] an invented one by default
   */
  const assign = (project, role, account) => {
    const user = account || invented(users.length);
    users.push({ ...user, role, pod: null, project: project.turingId, zone: random.oneOf(ZONES) });
  };
  for (const project of PROJECTS) {
    const first = project === PROJECTS[0];
    assign(
      project,
      'project_admin',
      first && { email: DEMO_ACCOUNTS.projectAdmin, name: 'Priya Nair' },
    );
    assign(project, 'project_lead');
    assign(project, 'project_member');
  }
  return users;
}

/**
 * @param {DemoUser[]} users
 * @param {string} role
 * @param {readonly Pod[]} pods
 */
export function membersOf(users, role, pods) {
  return users.filter((user) => user.role === role && pods.some(({ name }) => name === user.pod));
}

/** @param {number} index */
function invented(index) {
  const first = FIRST_NAMES[index % FIRST_NAMES.length];
  const last = LAST_NAMES[index % LAST_NAMES.length];
  return { email: `${first}.${last}@example.com`.toLowerCase(), name: `${first} ${last}` };
}
