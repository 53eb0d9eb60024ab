import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Calendar, Client, Day } from './desk-client.ts';
import type { DeskEvent, DeskState } from './desk-state.ts';
import type { Operator } from './texts.ts';
import type { Changes } from './use-changes.ts';
import type { Reading } from './use-reading.ts';

export interface DeskContext extends Changes, Reading {
  readonly client: Client;
  readonly state: DeskState;
  readonly dispatch: (event: DeskEvent) => void;
  readonly calendar: Calendar;
  /** Changes when the calendar does. */
  readonly version: number;
  /** Those that have been read. */
  readonly days: ReadonlyMap<string, Day>;
  /** Whether the operator may change the calendar. */
  readonly isEditor: boolean;
  /** What the page calls an operator. */
  nameOf(operator: Operator): string;
  openDate(date: string): void;
  giveUpMove(): void;
}

const Context = createContext<DeskContext | undefined>(undefined);

export const DeskProvider = Context.Provider;

/** What a part of the desk can use, below its provider. */
export function useDesk(): DeskContext {
  return useContext(Context) as DeskContext;
}
