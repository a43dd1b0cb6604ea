/** [name, attack, permitted query of the same shape], by attack class */
export type AttackClasses = Readonly<
  Record<string, readonly (readonly [name: string, sql: string, honest: string])[]>
>;

export const COUNT = 'SELECT count(*) FROM tasks';
