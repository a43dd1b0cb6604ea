/** By the name of the class: [name, attack, honest query of the same shape] */
export type AttackClasses = Readonly<
  Record<string, readonly (readonly [name: string, sql: string, honest: string])[]>
>;

export const COUNT = 'SELECT count(*) FROM tasks';
