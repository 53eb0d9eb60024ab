import { type Address, hashOf, type View, views } from './address.ts';
import { SearchField, type SearchFieldProps } from './search-field.tsx';
import { viewNames } from './texts.ts';

interface TopProps extends SearchFieldProps {
  readonly view: View;
  /** What the calendar shows. */
  readonly calendar: Address;
  /** Whether a phone shows the search. */
  readonly isFinding: boolean;
}

/** What stands above each view: the way to the others, and the search. */
export function Top({ view, calendar, isFinding, ...search }: TopProps) {
  return (
    <div class="top">
      <nav class="views">
        {views.map((each) => (
          <a
            key={each}
            href={hashOf(each === 'calendar' ? calendar : { view: each })}
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
