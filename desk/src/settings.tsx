import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { english } from '../../client/src/element/words/texts.ts';
import { addDays, longDate, monthOf } from './dates.ts';
import { type Day, isProblem } from './desk-client.ts';
import { useDesk } from './desk-context.ts';
import { ChangeButton, NoteField, ReasonField, textOf, useShown } from './form.tsx';
import { readDays } from './read-days.ts';
import { stateText } from './texts.ts';
import { areKeysOn, turnKeys } from './use-keys.ts';
import { useRead } from './use-read.ts';

const years = 10;
const ownFeast = 'Another yearly date';

/** From January on. */
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
);

export function Settings() {
  const { calendar, isEditor } = useDesk();
  return (
    <div class="settings">
      {isEditor && (
        <>
          {/* The key: its note belongs to the change that was made. */}
          <PauseForm key={`${calendar.paused}`} />
          <BlockFeast />
        </>
      )}
      <Downloads />
      <Keys isEditor={isEditor} />
    </div>
  );
}

/**
 * Blocks a feast, which may be on another date each year, or a yearly date, for the next ten years.
 */
function BlockFeast() {
  const { client, calendar, version, block } = useDesk();
  const [name, setName] = useState('');
  const [month, setMonth] = useState('');
  const [dayOfIt, setDayOfIt] = useState('');
  const [loaded, setLoaded] = useState<typeof import('./feasts.ts')>();
  const load = () => loaded ?? import('./feasts.ts').then(setLoaded, () => {}); // with the focus, again
  useEffect(() => void load(), []);
  const { feasts = [], fixed, nextDates } = loaded ?? {};
  const isOwn = name === ownFeast;
  const isDay = Number(dayOfIt) >= 1 && Number(dayOfIt) <= daysIn(month);
  const ownFeastOf = () => (month && isDay ? fixed?.(name, `${month}-${twoDigits(Number(dayOfIt))}`) : undefined);
  const feast = isOwn ? ownFeastOf() : feasts.find((each) => each.name === name);
  const dates = feast && nextDates?.(feast, addDays(calendar.frozenUntil, 1), years);
  const [days, setDays] = useState<readonly Day[]>([]);
  useRead(
    () => readDays(client, dates ?? []),
    // Without a response, the dates alone are shown: those that are taken are rejected later.
    (read) => !isProblem(read) && setDays(read),
    [client, version, dates?.join()],
  );
  return (
    <section aria-labelledby="feast">
      <h2 id="feast">Feasts</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const label = isOwn ? textOf(event, 'label') : name;
          if (dates && label) block(dates, label, days);
        }}
      >
        <label>
          Feast
          <select value={name} onFocus={load} onChange={({ currentTarget }) => setName(currentTarget.value)}>
            <option value="">Choose a feast</option>
            {[...feasts.map((each) => each.name), ownFeast].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        {isOwn && (
          <>
            <div class="row">
              <label>
                Month
                <select required value={month} onChange={({ currentTarget }) => setMonth(currentTarget.value)}>
                  <option value="">Month</option>
                  {monthNames.map((each, index) => (
                    <option key={each} value={twoDigits(index + 1)}>
                      {each}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                Day
                <input
                  type="number"
                  required
                  min={1}
                  max={daysIn(month)}
                  value={dayOfIt}
                  onInput={({ currentTarget }) => setDayOfIt(currentTarget.value)}
                />
              </label>
            </div>
            <ReasonField />
          </>
        )}
        {dates && (
          <>
            <ul>{dates.map((date) => feastDate(date, days))}</ul>
            <ChangeButton type="submit">Block these {dates.length} dates</ChangeButton>
          </>
        )}
      </form>
    </section>
  );
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The days of a month, as two digits, in a leap year. */
function daysIn(month: string): number {
  return Number(monthOf(`2000-${month || '01'}-01`).to.slice(-2));
}

/** A date that would be blocked, with what is there already. */
function feastDate(date: string, days: readonly Day[]) {
  const day = days.find((each) => each.date === date);
  return (
    <li key={date}>
      {longDate(date)}
      {day && day.state !== 'free' && ` ${stateText(day)}`}
    </li>
  );
}

function PauseForm() {
  const { calendar, make } = useDesk();
  const section = useRef<HTMLElement>(null);
  const { paused: isPaused, pauseChange } = useShown(calendar, section);
  return (
    <section ref={section} aria-labelledby="pause">
      <h2 id="pause">{isPaused ? 'The calendar is paused' : 'Pause the calendar'}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make({ action: isPaused ? 'resume' : 'pause', change: pauseChange.id, note: textOf(event, 'note') });
        }}
      >
        <p>
          {isPaused ? 'Players cannot submit until you resume.' : 'During a pause, players cannot submit.'} They read “
          {english.paused}”.
        </p>
        <NoteField />
        <ChangeButton type="submit">{isPaused ? 'Resume' : 'Pause'}</ChangeButton>
      </form>
    </section>
  );
}

const keys = [
  ['T', 'Go to today'],
  ['/', 'Find'],
  ['N', 'Show the next verse that is not read'],
  ['R', 'Mark the verse as read, and show the next one that is not'],
] as const;

/**
 * The keys of the page, which can be turned off: whoever speaks to the browser may say them by
 * accident.
 */
function Keys({ isEditor }: { readonly isEditor: boolean }) {
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <label class="tick">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            turnKeys(checked);
            setOn(checked);
          }}
        />{' '}
        Single-key shortcuts (not while typing)
      </label>
      <dl>
        {keys.slice(0, isEditor ? 4 : 3).map(([key, text]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

const files = [
  { name: 'calendar.csv', operation: 'getCalendarCsv', text: 'Table (CSV)' },
  { name: 'calendar.ics', operation: 'getCalendarIcs', text: 'Calendar file (ICS)' },
] as const;

/** The calendar from today on, as files. A link alone could not send the token. */
function Downloads() {
  const { client, fail } = useDesk();
  async function save(file: (typeof files)[number]): Promise<void> {
    const result = await client[file.operation]().catch((error: Error) => error);
    if (isProblem(result)) return fail(result, () => save(file));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([result.text]));
    link.download = file.name;
    link.click();
    // Not every browser has read it yet.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads">Download</h2>
      <div class="row">
        {files.map((file) => (
          <button key={file.name} type="button" onClick={() => save(file)}>
            {file.text}
          </button>
        ))}
      </div>
    </section>
  );
}
