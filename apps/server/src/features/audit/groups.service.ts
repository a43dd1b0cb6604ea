import { Inject, Injectable } from '@nestjs/common';
import type { ChangeGroup, ChangeGroups, ChangeGroupsQuery } from '@portal/contracts/audit';
import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import type { Config } from '@portal/platform/config';
import { readListRequest } from '../../lists/read/list-request.js';
import { ListCursors } from '../../lists/read/list-cursor.js';
import { ListConnections } from '../../lists/read/list-connections.js';
import { type ListMetadata, ListRegistry } from '../../lists/declare/list-metadata.js';
import { AUDIT } from './audit.list.js';
import { changedGroups } from './changed-groups.js';
import { GroupList } from './group-list.js';
import { undosOf } from '@portal/persistence/audit/groups';
import { CONFIG } from '@portal/platform/tokens';

const BASE = 'audit/groups';

/** Lists the changes that the caller sees by transaction, newest first. */
@Injectable()
export class GroupsService {
  private readonly table: ListMetadata;

  constructor(
    private readonly lists: ListConnections,
    private readonly cursors: ListCursors,
    @Inject(CONFIG) private readonly config: Config,
    tables: ListRegistry,
  ) {
    this.table = tables.open(AUDIT);
  }

  /** @throws {ProblemException} `invalid-input`, `too-broad`, `too-many-requests` */
  async list(caller: Caller, query: ChangeGroupsQuery): Promise<ChangeGroups> {
    const { table } = this;
    const start = this.cursors.start(BASE, readListRequest(table, query), caller.userId, query);
    const list = new GroupList(table, caller, start.request);
    return this.lists.run(table, caller, start.request, async (db) => {
      const { groups, last, total: counted } = await list.page(db);
      const total = start.counted ?? counted;
      const next = this.cursors.next(BASE, start, last, total);
      const items = await readGroups(db, list, groups);
      const { auditDays: kept_days } = this.config;
      return { items, page: start.page, size: query.size, ...total, next, kept_days };
    });
  }
}

async function readGroups(
  db: Queryable,
  list: GroupList,
  groups: readonly number[],
): Promise<ChangeGroup[]> {
  const kinds = await list.kinds(db, groups);
  const facts = await list.facts(db, groups);
  const undos = await undosOf(db, groups);
  const open = groups.filter((id) => facts.get(id)?.undoable && !undos.has(id));
  const changed = await changedGroups(db, await list.newestRows(db, open));
  return groups.flatMap((id): ChangeGroup[] => {
    const [first, ...others] = kinds.get(id) ?? [];
    const known = facts.get(id);
    if (!first || !known) return [];
    return [
      {
        group_id: id,
        ...known,
        kinds: [first, ...others],
        undone_by: undos.get(id) ?? null,
        changed_since: changed.has(id),
      },
    ];
  });
}
