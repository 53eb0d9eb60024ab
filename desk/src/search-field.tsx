import { useDesk } from './desk-context.ts';
import type { Query } from './find.ts';
import { textOf } from './form.tsx';
import { deskSubmissionLimits } from './generated/limits.ts';
import { hintOf } from './use-keys.ts';

/** Where an operator types what to find: a date, or what leads to verses and blocked dates. */
export function SearchField() {
  const { calendar, dispatch, openDate } = useDesk();
  const search = (query: Query) => dispatch({ type: 'search', query });
  return (
    <search>
      <form
        class="row"
        onSubmit={async (event) => {
          event.preventDefault();
          const typed = textOf(event, 'find');
          if (typed === undefined) return;
          const date = await finder().then(
            ({ readDate }) => readDate(typed, calendar.today),
            () => undefined,
          );
          if (date) openDate(date);
          else search({ typed });
        }}
      >
        <label>
          <span aria-hidden="true">Find</span>
          <input
            aria-label="Find a date, verse, player or reason"
            type="search"
            id="search"
            name="find"
            {...hintOf('/')}
            placeholder="a date, verse, player or reason"
            maxLength={deskSubmissionLimits.player}
            autocomplete="off"
            enterkeyhint="search"
            onFocus={() => finder().catch(() => {})}
            onKeyDown={({ key }) => key === 'Escape' && dispatch({ type: 'end search' })}
          />
        </label>
        <button type="button" onClick={() => search({ unread: true })}>
          Not read
        </button>
        <button type="button" onClick={() => search({ withdrawn: true })}>
          Withdrawn
        </button>
      </form>
    </search>
  );
}

/** What understands what is typed; loaded with the field's first focus. */
const finder = () => import('./find.ts');
