/** The invented projects, batches, pods and users of the demo. */

/** The names of the accounts that can sign in: the first user of each role. The others only have tasks. */
const ACCOUNTS = new Map([
  ['admin', 'Ada Marsh'],
  ['project_admin', 'Priya Nair'],
  ['lead', 'Leo Fontaine'],
  ['reviewer', 'Rae Kimura'],
  ['trainer', 'Tess Oyelaran'],
]);
export const ADMIN = 'admin@example.com';

/** First task id of the demo, far from the ids of real files. */
export const FIRST_TASK_ID = 7_000_001;

/**
 * @typedef {{ id: number, name: string, from: number, to: number, tasks: number,
 *   status: (typeof import('@portal/contracts/constants').BATCH_STATUSES)[number] }} Batch
 * @typedef {{ turingId: number, name: string, description: string, status: string, type: string,
 *   client: string, basePath: string, deliveryCode: string, topics: string[],
 *   batches: Batch[] }} Project
 */
/** @type {(id: number, name: string, status: Batch['status'], from: number, to: number, tasks: number) => Batch} */
const batch = (id, name, status, from, to, tasks) => ({ id, name, status, from, to, tasks });

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
      batch(301, 'Debugging, first wave', 'completed', 119, 92, 6600),
      batch(302, 'Refactoring', 'completed', 97, 70, 6800),
      batch(303, 'Test writing', 'completed', 73, 46, 6900),
      batch(304, 'Repository questions', 'ongoing', 49, 22, 6500),
      batch(305, 'Debugging, second wave', 'ongoing', 24, 0, 6700),
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
      batch(401, 'Everyday instructions', 'completed', 110, 83, 4900),
      batch(402, 'Legal plain language', 'cancelled', 82, 68, 1400),
      batch(403, 'Tutoring dialogues', 'ongoing', 47, 20, 4700),
      batch(404, 'Travel and culture', 'ongoing', 21, 0, 3900),
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
      batch(501, 'Exploratory notebooks', 'paused', 88, 61, 5200),
      batch(502, 'Forecasting', 'ongoing', 27, 0, 5900),
      batch(503, 'Causal questions', 'draft', 6, 0, 500),
    ],
  },
];

/**
 * @typedef {{ name: string, project: number, description: string,
 *   daily: readonly [tasks: number, turns: number] | null, members: Record<string, number> }} Pod
 */
/** @type {(name: string, project: number, description: string, daily: Pod['daily'], members: [number, number, number]) => Pod} */
const pod = (name, project, description, daily, [lead, reviewer, trainer]) => ({
  ...{ name, project, description, daily },
  members: { lead, reviewer, trainer },
});

/**
 * Pods of different sizes. `daily` is the target of one user per day; null for a pod without targets. `members` are
 * their numbers by role.
 * @type {readonly [Pod, ...Pod[]]}
 */
export const PODS = [
  pod('Kestrel', 4101, 'Debugging and refactoring, the longest-serving pod.', [8, 42], [1, 2, 9]),
  pod(
    'Juniper',
    4101,
    'Test writing and repository questions, around the clock.',
    [8, 40],
    [1, 4, 35],
  ),
  pod('Saffron', 4102, 'Native speakers of the nine languages.', [16, 80], [1, 2, 11]),
  pod('Tamarind', 4102, 'Translators on trial; their targets are not set yet.', null, [1, 1, 3]),
  pod('Marigold', 4102, 'Starts next month; nobody has joined yet.', null, [0, 0, 0]),
  pod('Basalt', 4103, 'Analysts and statisticians.', [24, 120], [1, 2, 10]),
  pod('Heron', 4103, 'Three specialists in causal questions.', [24, 120], [1, 1, 1]),
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
 * @typedef {{ email: string, name: string, role: string, pod: string | null, project?: number, zone: Zone,
 *   pace?: number }} DemoUser
 */

/**
 * The users: one admin, the members of the pods, and some with a role in a project (`project`, its `turingId`). `pace`
 * is a trainer's amount of work relative to the pod's average.
 * @param {import('./demo-random.mjs').Random} random
 */
export function demoUsers(random) {
  /** @type {DemoUser[]} */
  const users = [];
  /** @param {string} role @param {Pick<DemoUser, 'zone'> & Partial<DemoUser>} place */
  const add = (role, place) => {
    const account = users.some((user) => user.role === role) ? undefined : ACCOUNTS.get(role);
    const name = account ?? invented(users.length);
    const address = account ? role.replace('_', '-') : name.replace(' ', '.').toLowerCase();
    users.push({ email: `${address}@example.com`, name, role, pod: null, ...place });
  };
  add('admin', { zone: ZONES[0] });
  for (const { name: pod, members } of PODS) {
    for (const [role, count] of Object.entries(members)) {
      for (let n = 0; n < count; n++) {
        add(role, { pod, zone: random.oneOf(ZONES), pace: random.around() });
      }
    }
  }
  for (const { turingId: project } of PROJECTS) {
    for (const role of ['project_admin', 'project_lead', 'project_member']) {
      add(role, { project, zone: random.oneOf(ZONES) });
    }
  }
  return users;
}

/** @param {DemoUser[]} users @param {string} role @param {readonly Pod[]} pods */
export function membersOf(users, role, pods) {
  return users.filter((user) => user.role === role && pods.some(({ name }) => name === user.pod));
}

/** @param {number} index */
function invented(index) {
  return `${FIRST_NAMES[index % FIRST_NAMES.length]} ${LAST_NAMES[index % LAST_NAMES.length]}`;
}
