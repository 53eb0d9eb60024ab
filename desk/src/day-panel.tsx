import type { Day } from './api.ts';
import { BlockForm } from './block-form.tsx';
import { ChangeButton } from './change-button.tsx';
import type { Change } from './changes.ts';
import { longDate } from './dates.ts';
import { type Move, MoveForm } from './move-form.tsx';
import { ReservedDay } from './reserved-day.tsx';
import { blockText, unknownVerse } from './texts.ts';

interface DayPanelProps {
  readonly date: string;
  /** Undefined until it has been read. */
  readonly day: Day | undefined;
  readonly isFrozen: boolean;
  /** The verse that is to move, if one is. */
  readonly move: Move | undefined;
  readonly onStartMove: (move: Move) => void;
  readonly onCancelMove: () => void;
  readonly onSelect: (date: string) => void;
  /** The keyboard goes back to the calendar. */
  readonly onLeave: () => void;
  readonly onChange: (change: Change) => void;
  readonly onBlock: (dates: readonly string[], label: string) => void;
}

/** What is on the date that is selected, and what can be done there. */
export function DayPanel(props: DayPanelProps) {
  const { date, day, isFrozen, move, onCancelMove, onLeave } = props;
  function onKeyDown({ key, target }: KeyboardEvent): void {
    if (key !== 'Escape' || (target as Element).closest('dialog')) return;
    if (move) onCancelMove();
    else onLeave();
  }
  return (
    <section class="day" aria-labelledby="day" aria-busy={day === undefined} onKeyDown={onKeyDown}>
      <h2 id="day" tabIndex={-1}>
        {longDate(date)}
      </h2>
      {day && (move ? <MoveForm {...props} day={day} move={move} /> : <Content {...props} day={day} />)}
      {isFrozen && <p>This date has begun somewhere on earth, or is past, so it cannot be changed.</p>}
    </section>
  );
}

function Content(props: DayPanelProps & { readonly day: Day }) {
  const { day, isFrozen, onChange, onBlock } = props;
  const { date, state, submission, label } = day;
  switch (state) {
    case 'reserved':
      if (submission === undefined) return <p>{unknownVerse}</p>;
      return <ReservedDay key={submission.id} {...props} submission={submission} />;
    case 'free':
      return (
        <>
          <p>No verse is on this date.</p>
          {!isFrozen && <BlockForm date={date} onBlock={onBlock} />}
        </>
      );
    case 'blocked':
      return (
        <>
          <p>{blockText('Blocked', label)}</p>
          {!isFrozen && (
            <ChangeButton type="button" onClick={() => onChange({ action: 'unblock', dates: [date], label })}>
              Unblock
            </ChangeButton>
          )}
        </>
      );
  }
}
