import { isObject } from '@portal/contracts/objects';

/** The fields of one node of the parse tree, as libpg_query writes them. */
export type Body = Readonly<Record<string, unknown>>;
export interface TreeNode {
  type: string;
  body: Body;
}

/** A node is written `{Type: {…}}`; `{}` means none. */
export function unwrap(value: unknown): TreeNode | undefined {
  if (!isObject(value)) return undefined;
  for (const type in value) {
    const body = value[type];
    return isObject(body) ? { type, body } : undefined;
  }
  return undefined;
}

/** A string field; the parser omits empty ones. */
export function textOf(body: Body, key: string): string {
  const value = body[key];
  return typeof value === 'string' ? value : '';
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function listOf(body: Body, key: string): readonly unknown[] {
  const value = body[key];
  return isList(value) ? value : [];
}

export function bodyOf(body: Body, key: string): Body | undefined {
  const value = body[key];
  return isObject(value) ? value : undefined;
}

export function nodeOf(body: Body, key: string): TreeNode | undefined {
  return unwrap(body[key]);
}

/** The byte offset of a node, if the parser reports one. */
export function locationOf(body: Body): number | undefined {
  const { location } = body;
  return typeof location === 'number' && location >= 0 ? location : undefined;
}

/** The first byte offset inside a value, up to a limited depth. */
export function firstLocation(value: unknown): number | undefined {
  const open: unknown[] = [value];
  for (let step = 0; step < 100 && open.length > 0; step += 1) {
    const next = open.shift();
    const location = isObject(next) ? locationOf(next) : undefined;
    if (location !== undefined) return location;
    if (isList(next)) open.unshift(...next.slice(0, 100));
    else if (isObject(next)) open.unshift(...Object.values(next));
  }
  return undefined;
}

/** Names are lists of String nodes: `a.b` is ['a', 'b']; other nodes become ''. */
export function namesOf(body: Body, key: string): string[] {
  return listOf(body, key).map((item) => {
    const node = unwrap(item);
    return node?.type === 'String' ? textOf(node.body, 'sval') : '';
  });
}

export function isStar(value: unknown): boolean {
  return unwrap(value)?.type === 'A_Star';
}

/** The value of a numeric constant; undefined for anything else. */
export function constantNumber(value: unknown): number | undefined {
  const node = unwrap(value);
  if (node?.type !== 'A_Const') return undefined;
  const integer = bodyOf(node.body, 'ival');
  if (integer !== undefined) return typeof integer['ival'] === 'number' ? integer['ival'] : 0;
  const float = bodyOf(node.body, 'fval');
  return float === undefined ? undefined : Number(textOf(float, 'fval'));
}

/** The value of a string constant; undefined for anything else. */
export function constantText(value: unknown): string | undefined {
  const node = unwrap(value);
  const string = node?.type === 'A_Const' ? bodyOf(node.body, 'sval') : undefined;
  return string === undefined ? undefined : textOf(string, 'sval');
}
