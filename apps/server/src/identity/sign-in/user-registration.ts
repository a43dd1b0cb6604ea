import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { hasAdmin, makeAdmin, makeFirstAdmin } from '@portal/persistence/admin/first-admin';
import { recordRefusedAccount } from '@portal/persistence/admin/google-accounts';
import type { Transaction } from '@portal/persistence/db';
import {
  linkGoogleAccount,
  mayLink,
  readKnownAccounts,
  type SignedInUser,
  storeSignedIn,
} from '@portal/persistence/sign-in/accounts';
import type { Config } from '@portal/platform/config';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { briefTransaction } from '../../db/brief-transaction.js';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { hasLocalSignIn } from './demo-identity/demo-identity.module.js';
import type { VerifiedIdentity } from './identity-provider.js';

/** Creates and updates users at sign-in, by their Google account and its verified email. */
@Injectable()
export class UserRegistration implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly sessions: Sessions,
  ) {}

  /** Says how somebody becomes the first admin, where nobody could. */
  async onApplicationBootstrap(): Promise<void> {
    const { production, adminEmails } = this.config;
    if (!production || adminEmails.length > 0 || (await hasAdmin(this.sessions))) return;
    this.logger.warn(
      'nobody has full access to all projects: set PORTAL_ADMIN_EMAILS to your address and sign in, ' +
        'or run `npm run admin -- grant EMAIL` (in the image `node libs/persistence/dist/cli/admin.js grant EMAIL`)',
    );
  }

  /**
   * The id of the user: the one of the Google account or, if no user has that yet, the one with its address. An
   * unknown user is created without permissions; one of the configured admins gets the role admin, and so does
   * the first person on a machine without Google and without the demo.
   * @throws {ProblemException} `forbidden` if the account is deactivated or belongs to another user
   */
  async admit(identity: VerifiedIdentity): Promise<number> {
    try {
      return await briefTransaction(this.sessions, async (tx) => {
        const user = await userOf(tx, identity);
        if (!user.is_active) {
          throw new ProblemException('forbidden', 'This account has been deactivated');
        }
        if (this.config.adminEmails.includes(identity.email)) await makeAdmin(tx, user.id);
        else if (hasLocalSignIn(this.config)) await makeFirstAdmin(tx, user.id);
        return user.id;
      });
    } catch (error) {
      if (error instanceof OtherAccount) throw await this.refusal(error);
      throw error;
    }
  }

  /** Tells the administrators by the audit, and the operators by the log. */
  private async refusal({ userId, who, message }: OtherAccount): Promise<ProblemException> {
    this.logger.warn({ userId }, 'a sign-in with another Google account was refused');
    await briefTransaction(this.sessions, (tx) => recordRefusedAccount(tx, userId, who));
    return new ProblemException('forbidden', message);
  }
}

/** A sign-in that would take or give away the account of a user. Rolls the transaction back. */
class OtherAccount extends Error {
  constructor(
    readonly userId: number,
    readonly who: string,
    message: string,
  ) {
    super(message);
  }
}

async function userOf(tx: Transaction, identity: VerifiedIdentity): Promise<SignedInUser> {
  const { sub, email } = identity;
  const known = await readKnownAccounts(tx, sub, email);
  const own = known.find((user) => user.sub === sub);
  const namesake = known.find((user) => user.email === email);
  if (own && namesake && own.id !== namesake.id) {
    throw new OtherAccount(
      own.id,
      `with its new address ${email}, which another user has`,
      'Your Google account has a new address, and another user of the portal has that. Ask an administrator',
    );
  }
  if (!own && namesake && !mayLink(namesake.sub, sub)) throw otherAccountOf(namesake.id, sub);
  // A known account keeps its user, and that its address: tasks and pods have it.
  const user = await storeSignedIn(tx, { ...identity, email: own?.email ?? email });
  if (!own && !(await linkGoogleAccount(tx, user.id, sub))) throw otherAccountOf(user.id, sub);
  return user;
}

function otherAccountOf(userId: number, sub: string): OtherAccount {
  return new OtherAccount(
    userId,
    `with the Google account ${sub}`,
    'Another Google account signed in with this address before. Ask an administrator to release it',
  );
}
