import { hashOf, type View, views } from './address.ts';
import { SearchField, type SearchFieldProps } from './search-field.tsx';
import { viewNames } from './texts.ts';

interface TopProps extends SearchFieldProps {
  readonly view: View;
  /** The date of the calendar that is open. */
  readonly date: string | undefined;
  /** Whether a phone shows the search. */
  readonly isFinding: boolean;
}

/** What stands above each view: the way to the others, and the search. */
export function Top({ view, date, isFinding, ...search }: TopProps) {
  return (
    <div class="top">
      <nav class="views">
        {views.map((each) => (
          <a
            key={each}
            href={hashOf(each === 'calendar' ? { view: each, date } : { view: each })}
            aria-current={each === view ? 'page' : undefined}
          >
            {viewNames[each]}
          </a>
        ))}
      </nav>
      <div class={isFinding ? 'finder' : 'finder closed'}>
        <SearchField {...search} />
      </div>
    </div>
  );
}
