import { ListClient } from '../../../testing/list-client.js';
import { sharedServer } from '../../../testing/shared-server.js';
import { assignRole, createProject, createUser } from '../../../testing/user.js';

/**
 * Two projects without pods, and the lists of pods, members and targets as the admin reads them. In Alpha the lead
 * manages pods, and the viewer sees users and pods; the trainer has no permission.
 */
export async function openPodListsWorld() {
  const server = await sharedServer();
  const { db } = server;
  const [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  const [admin, lead, viewer, trainer] = [
    await createUser(db, 'root@example.org'),
    await createUser(db, 'lead@example.org'),
    await createUser(db, 'viewer@example.org'),
    await createUser(db, 'trainer@example.org'),
  ];
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, lead, alpha, 'project_lead');
  await assignRole(db, viewer, alpha, 'project_member');
  const pods = new ListClient(server, 'pods', admin);
  const members = new ListClient(server, 'pod-members', admin);
  const targets = new ListClient(server, 'pod-weekly-targets', admin);
  return { server, db, alpha, beta, admin, lead, viewer, trainer, pods, members, targets };
}
