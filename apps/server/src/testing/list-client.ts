import {
  type ListedItem,
  listedItemSchema,
  type ItemList,
  itemListSchema,
} from '@portal/contracts/lists';
import type { TestUser } from './user.js';
import type { TestServer } from './test-server.js';

interface Call {
  readonly path?: string | number;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

/** A client for one list of the administration, as one user. */
export class ListClient {
  constructor(
    private readonly server: TestServer,
    private readonly base: string,
    private readonly user: TestUser,
  ) {}

  as(user: TestUser): ListClient {
    return new ListClient(this.server, this.base, user);
  }

  call(method: string, { path = '', body, ifMatch }: Call = {}): Promise<Response> {
    return fetch(`${this.server.baseUrl}/api/v1/${this.base}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.user.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  get(path: string | number): Promise<Response> {
    return this.call('GET', { path });
  }

  query(query: Readonly<Record<string, unknown>>): Promise<Response> {
    const parameters = Object.entries(query).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return this.get(`?${new URLSearchParams(parameters).toString()}`);
  }

  /** The page; fails on an error response. */
  async list(query: Readonly<Record<string, unknown>> = {}): Promise<ItemList> {
    const answer = await this.query(query);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    return itemListSchema(listedItemSchema).parse(await answer.json());
  }

  create(body: unknown): Promise<Response> {
    return this.call('POST', { body });
  }

  /** The created item; fails on an error response. */
  async created(body: unknown): Promise<ListedItem> {
    const answer = await this.create(body);
    if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
    return listedItemSchema.parse(await answer.json());
  }

  update(key: unknown, body: unknown, ifMatch?: string): Promise<Response> {
    return this.call('PATCH', {
      path: String(key),
      body,
      ...(ifMatch !== undefined && { ifMatch }),
    });
  }

  delete(key: unknown, ifMatch?: string): Promise<Response> {
    return this.call('DELETE', { path: String(key), ...(ifMatch !== undefined && { ifMatch }) });
  }
}

export async function itemIn(answer: Response): Promise<ListedItem> {
  return listedItemSchema.parse(await answer.json());
}
