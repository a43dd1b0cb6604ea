import { signIn } from '@portal/testing/sign-in';
import { startStack, type Stack, type StackOptions } from '@portal/testing/stack';
import { Api } from './api.js';
import { buildWorld, type World } from './world.js';

/** A running portal with the test data, and its admin signed in. */
export interface Portal {
  stack: Stack;
  world: World;
  admin: Api;
  /** Signs a demo account in. */
  as(email: string): Promise<Api & { token: string }>;
}

/** Tests sign in more often than a user does. */
const ENV = { PORTAL_DEMO: 'on', PORTAL_AUTH_RATE_LIMIT: '10000' };

export async function startPortal(options: StackOptions = {}): Promise<Portal> {
  const stack = await startStack({ ...options, env: { ...ENV, ...options.env } });
  try {
    const as = async (email: string): Promise<Api & { token: string }> => {
      const { access_token } = await signIn(stack.baseUrl, email);
      return Object.assign(new Api(stack.baseUrl, access_token), { token: access_token });
    };
    const world = await buildWorld(stack.databaseUrl);
    return { stack, world, admin: await as('admin@example.com'), as };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}
