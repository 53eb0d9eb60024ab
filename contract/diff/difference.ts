import type { Contract } from '../document/types.ts';
import type { Side } from './change.ts';

/** An object of a contract: the comparison knows of its members what their rules say. */
export type Node = Readonly<Record<string, unknown>>;

/** A value that differs, for the rules whose level depends on what is around it. */
export interface Difference {
  /** The objects that have the value, or its list. */
  readonly before: Node;
  readonly after: Node;
  /** The name of an entry. */
  readonly name?: string;
  readonly old: unknown;
  readonly now: unknown;
  readonly use: Use;
  readonly contracts: Readonly<Record<'before' | 'after', Contract>>;
}

/** What leads to a value: what several operations share is compared for each of them. */
export interface Use {
  /** It distinguishes the use from others. */
  readonly key: string;
  readonly side: Side;
  /** The later path of the operation. The three are undefined for what belongs to no operation. */
  readonly path?: string;
  readonly method?: string;
  /** The operation, undefined also where only the other contract has it. */
  readonly before?: Node | undefined;
  readonly after?: Node | undefined;
  /** Set for a parameter that is ignored where it is malformed. */
  readonly isIgnored?: true;
}
