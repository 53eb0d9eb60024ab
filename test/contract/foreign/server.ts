import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import leven from 'leven';
import { parseContract } from '../../../contract/document/read.ts';

// Another implementer's server: openapi.yaml and openapi.puzzle.yaml from the contracts alone, in
// memory. Nothing of the service is imported.

interface Stored {
  player: string;
  readonly bookId: string;
  readonly chapter: number;
  readonly verse: number;
  readonly date: string;
  readonly at: number;
  readonly key: string | undefined;
  readonly windowText: string;
  readonly localDate: string;
}

interface Answer {
  status: number;
  body?: object;
  headers?: Record<string, string>;
}

function failed(status: number, error: string | undefined, headers: Record<string, string> = {}): Answer {
  return { status, body: { error }, headers };
}

/** What the claims of a token must be. */
interface Trust {
  readonly issuer?: string;
  readonly audience?: string;
}

export interface Foreign extends AsyncDisposable {
  readonly url: string;
  /** Records a completion, as a command of its operator would. */
  solve(player: string, date: string): void;
}

const bookIds = parseContract('openapi.yaml', readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'))
  .components.schemas['BookId'] as { enum: string[] };
const text: Record<string, string> = JSON.parse(
  readFileSync(new URL(import.meta.resolve('kjv/json/verses-1769.json')), 'utf8'),
);
const english: Record<string, string> = { "Solomon's Song": 'Song of Songs', Psalms: 'Psalm' };
/** By the book's code: its name, and the verses of each chapter. */
const books = new Map<string, { name: string; chapters: string[][] }>();
for (const [name, verse] of Object.entries(text)) {
  const [, book = '', chapter = ''] = /^(.*) (\d+):/.exec(name) ?? [];
  const known = [...books.values()].find((each) => each.name === book) ?? { name: book, chapters: [] };
  if (known.chapters.length === 0) books.set(bookIds.enum[books.size] ?? '', known);
  const verses = known.chapters[Number(chapter) - 1] ?? [];
  known.chapters[Number(chapter) - 1] = [...verses, verse.replace(/^# |[[\]]/g, '')];
}

const [lead, length, horizon] = [7, 14, 365];
const week = 7 * 24 * 3_600_000;
const day = 24 * 3_600_000;
const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
/** A verse, as a search sees it. */
interface Line {
  readonly verse: { readonly bookId: string; readonly chapter: number; readonly verse: number };
  readonly words: string;
  /** Its words as they are compared, with a blank before and behind each. */
  readonly folded: string;
  /** Each of them, with a blank before and behind it. */
  readonly own: ReadonlySet<string>;
}
/** Which forms of a word a search takes for it. */
interface Forms {
  readonly inflected: boolean;
  readonly modern: boolean;
}
interface Index {
  readonly lines: readonly Line[];
  /** How many verses have each word. */
  readonly frequency: ReadonlyMap<string, number>;
}

/** Of each word, the form that a search compares. */
function fold(text: string, forms: Forms, between = /[^a-z]+/): string[] {
  const words = text.toLowerCase().split(between).filter(Boolean);
  const inflected = forms.inflected ? words.map((word) => word.replace(/(?<=...)(eth|es|e|s)$/, '')) : words;
  return forms.modern ? inflected.map((word) => (word === 'charity' ? 'love' : word)) : inflected;
}

const indexes = new Map<string, Index>();
/** What a search compares, which servers with the same forms share: it takes a third of a second. */
function indexOf(forms: Forms): Index {
  return indexes.getOrInsertComputed(JSON.stringify(forms), () => {
    const frequency = new Map<string, number>();
    const lines = [...books].flatMap(([bookId, { chapters }]) =>
      chapters.flatMap((verses, index) =>
        verses.map((words, at): Line => {
          const folded = fold(words, forms);
          for (const word of new Set(folded)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
          const own = new Set(folded.map((word) => ` ${word} `));
          return { verse: { bookId, chapter: index + 1, verse: at + 1 }, words, folded: ` ${folded.join(' ')} `, own };
        }),
      ),
    );
    return { lines, frequency };
  });
}

/**
 * Serves the contracts on a free port.
 *
 * @param secret signs tokens by HS256
 * @param mistake of `mistakes.ts`, one or several; none by default
 */
export async function serveForeign(
  secret: string,
  mistake: string | readonly string[] = [],
  trust: Trust = {},
): Promise<Foreign> {
  const made = new Set([mistake].flat());
  const is = (name: string) => made.has(name);
  const oneId = randomUUID();
  /** The dates that each player has solved. */
  const completions = new Map<string, Set<string>>();
  const facts = new Map<string, Answer>();
  const submissions: Stored[] = [];
  const solvedBy = (player: string) => completions.getOrInsertComputed(keyOf(player), () => new Set<string>());
  const verified = new Map<string, string>();
  const keyOf = (player: string): string => {
    if (is('compares players without case')) return player.toLowerCase();
    if (is('takes one form of Unicode for another')) return player.normalize('NFC');
    if (is('cuts ids at 64 characters')) return player.slice(0, 64);
    if (is('trims ids in front')) return player.trimStart();
    return is('trims players') ? player.trim() : player;
  };

  function userOf(authorization = '', role?: string): string | 401 | 403 {
    if (is('takes no token for somebody') && authorization === '') return 'somebody';
    const scheme = is('takes any scheme')
      ? /^\w+ ([^ ]+)$/
      : is('wants Bearer exactly')
        ? /^Bearer ([^ ]+)$/
        : /^bearer ([^ ]+)$/i;
    const [, token = ''] = scheme.exec(authorization) ?? [];
    const [header = '', payload = '', signature = ''] = token.split('.');
    const remembered = verified.get(token);
    if (remembered !== undefined && is('remembers a verified token')) return remembered;
    try {
      const { alg } = JSON.parse(String(Buffer.from(header, 'base64url')));
      const claims = JSON.parse(String(Buffer.from(payload, 'base64url')));
      const known =
        alg === 'HS256' || (is('takes any HMAC') && alg === 'HS512') || (is('takes none') && alg === 'none');
      const hash = createHmac(alg === 'HS512' ? 'sha512' : 'sha256', secret).update(`${header}.${payload}`);
      const isSigned = hash.digest('base64url') === signature || alg === 'none';
      const now = Date.now() / 1000 - (is('tolerates a late exp') ? 60 : 0);
      if (!known || (!isSigned && !is('looks at no signature'))) return 401;
      if (claims.exp === undefined ? !is('needs no exp') : !(Number(claims.exp) > now) && !is('looks at no exp'))
        return 401;
      const { nbf, iss, aud } = claims;
      const tolerance = is('has no tolerance') ? 0 : is('tolerates an early nbf') ? 61 : 5;
      if (nbf !== undefined && !(nbf <= now + tolerance) && !is('looks at no nbf')) return 401;
      if (trust.issuer !== undefined && iss !== trust.issuer && !is('looks at no issuer')) return 401;
      if (trust.audience !== undefined && aud !== trust.audience && !is('looks at no audience')) return 401;
      const { sub } = claims;
      if (is('takes any sub') ? sub === undefined : typeof sub !== 'string' || sub === '' || sub.length > 255)
        return 401;
      if (role !== undefined && !(Array.isArray(claims.roles) && claims.roles.includes(role)) && !is('needs no role'))
        return 403;
      verified.set(token, String(sub));
      return String(sub);
    } catch {
      return 401;
    }
  }

  const nameOf = (name: string) => {
    if (is('says Song of Solomon') && name === "Solomon's Song") return 'Song of Solomon';
    if (is('says Revelation of John') && name === 'Revelation') return 'Revelation of John';
    return english[name] ?? name;
  };

  function invalidVerse({ bookId, chapter, verse }: Record<string, unknown>, isChapter = false): string | undefined {
    if (is('takes lists of one'))
      [bookId, chapter, verse] = [bookId, chapter, verse].map((each) => (Array.isArray(each) ? each[0] : each));
    const book =
      typeof bookId === 'string' ? books.get(is('takes jhn for JHN') ? bookId.toUpperCase() : bookId) : undefined;
    if (book === undefined && is('repeats what was sent')) return `bookId must be better than ${bookId}`;
    if (book === undefined) return 'bookId must be one of the 66 USFM book codes GEN to REV, in upper case';
    const chapters =
      is('has three chapters of Malachi') && bookId === 'MAL' ? book.chapters.slice(0, 3) : book.chapters;
    const name = english[book.name] === 'Psalm' ? 'Psalms' : nameOf(book.name);
    const isIn = (value: unknown, last: number) =>
      (Number.isInteger(is('rounds numbers') ? Math.floor(Number(value)) : value) ||
        (is('takes text for numbers') && Number.isInteger(Number(value)))) &&
      Number(value) >= 1 &&
      Number(value) <= last + (is('has a chapter too many') ? 1 : 0);
    if (!isIn(chapter, chapters.length)) {
      if (chapters.length === 1 && !is('says 1 chapters')) return `chapter must be 1: ${name} has 1 chapter`;
      return `chapter must be an integer from 1 to ${chapters.length}: ${name} has ${chapters.length} chapters`;
    }
    const verses = chapters[Number(chapter) - 1]?.length ?? 0;
    if (isChapter || isIn(verse, verses)) return undefined;
    return `verse must be an integer from 1 to ${verses}: ${nameOf(book.name)} ${chapter} has ${verses} verses`;
  }

  const referenceOf = ({ bookId, chapter, verse }: Pick<Stored, 'bookId' | 'chapter' | 'verse'>) => {
    const { name = '' } = books.get(bookId) ?? {};
    const shown = is('says Psalms') ? name : nameOf(name);
    return `${shown} ${chapter}:${verse}`;
  };

  const shown = (one: Stored) => {
    const { bookId, chapter, verse, date: scheduledDate, at } = one;
    const submittedAt = new Date(at + (is('is an hour ahead') ? 3_600_000 : 0)).toISOString();
    return { bookId, chapter, verse, reference: referenceOf(one), scheduledDate, submittedAt };
  };

  const latestOf = (player: string) => submissions.filter((each) => keyOf(each.player) === keyOf(player)).at(-1);
  const cooldownEnd = (latest: Stored) =>
    latest.at + week + (is('has a cooldown a second longer') ? 1_000 : 0) - (is('has six days') ? day : 0);

  function nextDate(): { date: string; windowText: string } {
    const today = Date.parse(dateOf(Date.now()));
    const first = today + (is('begins today') ? 0 : is('begins tomorrow') ? 1 : lead) * day;
    let at = first;
    while (submissions.some(({ date }) => date === dateOf(at)) && !is('gives everybody one date')) at += day;
    if (is('skips a date')) at += day;
    if (is('has a window for each date'))
      return { date: dateOf(at), windowText: long.formatRange(at - 3 * day, at + 3 * day) };
    const start = first + Math.floor((at - first) / day / length) * length * day;
    const end = Math.min(start + (length - 1) * day, today + horizon * day);
    const [from, to] = is('says the next window') ? [end + day, end + 2 * day] : [start, end];
    const windowText = long.formatRange(from, to);
    return {
      date: dateOf(at),
      windowText: is('writes plain spaces') ? windowText.replaceAll('\u2009', ' ') : windowText,
    };
  }

  async function submit(player: string, body: Record<string, unknown>, key: string | undefined): Promise<Answer> {
    const localDate =
      is('trims localDate') && typeof body['localDate'] === 'string' ? body['localDate'].trim() : body['localDate'];
    const form = is('takes short dates') ? /^\d{4}-\d{1,2}-\d{1,2}$/ : /^\d{4}-\d{2}-\d{2}$/;
    const isDate = typeof localDate === 'string' && form.test(localDate);
    if (!isDate) return failed(400, 'A valid localDate (YYYY-MM-DD) is required');
    if (is('knows the days of months') && Number.isNaN(Date.parse(localDate)))
      return failed(400, 'A valid localDate (YYYY-MM-DD) is required');
    const isSolved =
      (solvedBy(player).has(localDate) && !(is('refuses tomorrow') && localDate > dateOf(Date.now()))) ||
      is('has no gate') ||
      (is('takes any solved date') && solvedBy(player).size > 0) ||
      (is("takes anybody's completion") && [...completions.values()].some((dates) => dates.has(localDate)));
    const invalid = invalidVerse(body);
    const rejected = failed(400, invalid);
    const more = is('sends one member more') && { id: 7 };
    const scheduled = (one: Stored) => {
      const { date: scheduledDate, windowText } = one;
      return { status: 201, body: { scheduledDate, reference: referenceOf(one), windowText, ...more } };
    };
    if (is('looks at the verse before the gate') && invalid !== undefined) return rejected;
    if (!isSolved && !is('has the gate after the cooldown')) return failed(403, "Solve today's puzzle first");
    const latest = latestOf(player);
    const isKnown = (each: Stored | undefined) =>
      key !== undefined &&
      (each?.key === key ||
        (is('compares 64 characters of keys') && each?.key?.slice(0, 64) === key.slice(0, 64)) ||
        (is('compares 254 characters of keys') && each?.key?.slice(0, 254) === key.slice(0, 254)) ||
        (is('compares keys without case') && each?.key?.toLowerCase() === key.toLowerCase())) &&
      (!is('compares localDate with the key') || each?.localDate === localDate) &&
      (is('forgets the verse of a key') ||
        (is('compares the chapter alone') && each?.bookId === body['bookId'] && each?.chapter === body['chapter']) ||
        (is('compares the verse alone') && each?.verse === body['verse']) ||
        (each !== undefined && referenceOf(each) === referenceOf(body as never)));
    const other = is("repeats anybody's 201") ? submissions.find(isKnown) : latest;
    if (other !== undefined && !is('has no cooldown') && (other !== latest || cooldownEnd(other) > Date.now())) {
      if ((isKnown(other) && !is('knows no key')) || is('repeats for any key')) {
        return scheduled(other);
      }
      const exact = cooldownEnd(other);
      const end = is('ends cooldowns at midnight') ? Math.ceil(exact / day) * day : exact;
      const unit = is('says whole minutes') ? 60 : 1;
      const left = Math.ceil((end - Date.now()) / 1_000 / unit) * unit;
      const seconds = is('says half the time') ? Math.ceil(left / 2) : left;
      const cooldownEndsAt = new Date(end).toISOString().replace(is('says seconds') ? /\.\d+/ : '', '');
      return {
        status: 429,
        body: { error: 'Cooldown active', cooldownEndsAt },
        headers: { 'Retry-After': String(seconds) },
      };
    }
    if (!isSolved) return failed(403, "Solve today's puzzle first");
    if (invalid !== undefined && is('stores what it rejects'))
      submissions.push({ bookId: 'GEN', chapter: 1, verse: 1, player, ...nextDate(), at: Date.now(), key, localDate });
    if (invalid !== undefined) return rejected;
    const { bookId, chapter, verse } = body as unknown as Stored;
    if (is('lets one submit twice at once')) await setTimeout(20);
    const { date, windowText } = nextDate();
    if (is('gives two one date at once')) await setTimeout(20);
    const stored = { player, bookId, chapter, verse, date, at: Date.now(), key, windowText, localDate };
    if (!is('stores nothing')) submissions.push(stored);
    return scheduled(stored);
  }

  function eligibility(player: string, query: URLSearchParams): Answer {
    const dates = query.getAll('localDate');
    const [localDate = ''] = dates;
    if ((dates.length !== 1 && !is('takes a repeated date')) || !/^\d{4}-\d{2}-\d{2}$/.test(localDate))
      return failed(400, 'A valid localDate (YYYY-MM-DD) is required');
    const named = ['bookId', 'chapter', 'verse'].filter((name) => query.has(name));
    const number = (name: string) => {
      const [value = '', more] = query.getAll(name);
      return more === undefined && (is('takes 03 for 3') ? /^[+0-9.]+$/ : /^[1-9]\d*$/).test(value)
        ? Number(value)
        : undefined;
    };
    const bookId = query.getAll('bookId').length === 1 ? query.get('bookId') : undefined;
    const verse = { bookId, chapter: number('chapter'), verse: number('verse') };
    const invalid = named.length === 0 ? undefined : invalidVerse(verse);
    if (invalid !== undefined && !is('takes half a verse')) return failed(400, invalid);
    const solvedToday =
      solvedBy(player).has(localDate) || (is('says solved for any solved date') && solvedBy(player).size > 0);
    const known = facts.get(`${player} ${localDate}`);
    if (known !== undefined) return known;
    const latest = is("shows anybody's cooldown") ? submissions.at(-1) : latestOf(player);
    const end = latest === undefined ? 0 : cooldownEnd(latest);
    const isOn = end > Date.now();
    const mayNow = !isOn || is('forgets the cooldown in maySubmit');
    const maySubmit = is('says may at any time') || (solvedToday && mayNow);
    const isOther = is('forecasts the day after') || (is('forecasts another date of a verse') && named.length > 0);
    const nextFreeDate = dateOf(Date.parse(nextDate().date) + (isOther ? day : 0));
    const accepting = !(is('accepts nothing during a cooldown') && isOn);
    const acceptingFrom = `${dateOf(Date.now() + day)}T00:00:00.000Z`;
    const body = {
      ...{ maySubmit, solvedToday, accepting, ...(accepting && { nextFreeDate }) },
      ...(is('says when it accepts, though it does') && { acceptingFrom }),
      ...(isOn && { cooldownEndsAt: new Date(end).toISOString() }),
    };
    const answer = { status: 200, body };
    if (is('remembers eligibility')) facts.set(`${player} ${localDate}`, answer);
    return answer;
  }

  function list(player: string): Answer {
    const own = submissions.filter((each) => is("lists everybody's") || keyOf(each.player) === keyOf(player));
    const sorted = is('lists the oldest first') ? own : own.toReversed();
    const withdrawn = !is('knows no withdrawals') && { withdrawn: [] };
    return { status: 200, body: { submissions: sorted.map(shown), ...withdrawn } };
  }

  function search(words: string): unknown[] {
    const forms = { inflected: !is('knows no forms'), modern: !is('knows no new words') };
    const { lines, frequency } = indexOf(forms);
    const known = [...frequency.keys()];
    const end = is('finds whole words only') ? ' ' : '';
    if (is('minds figures') && /\d/.test(words)) return [];
    if (is('minds upper case') && words !== words.toLowerCase()) return [];
    const wanted = fold(words, forms, is('minds punctuation') ? / / : undefined).map((word, place, { length }) => {
      const isKnown = frequency.has(word) || (place === length - 1 && known.some((each) => each.startsWith(word)));
      const near =
        isKnown || is('minds a letter') || /\W/.test(word) ? undefined : known.find((each) => leven(each, word) === 1);
      const typed = near ?? word;
      return { text: ` ${typed}${place === length - 1 ? end : ' '}`, rarity: 1 / (frequency.get(typed) ?? 1) };
    });
    const phrase = wanted.map(({ text }) => text.trimEnd()).join('') + end;
    const found = lines.flatMap(({ verse, words, folded, own }) => {
      const has = wanted.filter(({ text }) => (text.endsWith(' ') ? own.has(text) : folded.includes(text)));
      const hasAll = has.length === wanted.length;
      const inARow = hasAll && folded.includes(phrase) && !is('ignores the order of words');
      if (has.length === 0 || (is('wants all words') && !hasAll)) return [];
      if (is('wants the order of words') && hasAll && !inARow) return [];
      // The verses with all words come before the others, and so on.
      const rank =
        (hasAll ? 4_000 : 0) +
        (inARow ? 2_000 : 0) +
        (inARow && folded.startsWith(phrase) && !is('ignores the beginning') ? 1_000 : 0) +
        has.reduce((sum, { rarity }) => sum + rarity, 0);
      return [{ rank, verse, words }];
    });
    if (!is('lists the first first')) found.sort((a, b) => b.rank - a.rank);
    const shown = is('finds nothing') ? [] : found.slice(0, is('finds twenty') ? 20 : 10);
    return shown.map(({ verse, words }) => ({
      ...verse,
      reference: referenceOf(verse),
      words: is('finds other words than the chapter has') ? words.toLowerCase() : words,
    }));
  }

  function textAnswer(body: object, condition = ''): Answer {
    const bytes = JSON.stringify(body);
    const hash = createHmac('sha256', '').update(bytes).digest('base64url');
    const tag = is('has another ETag each time') ? randomUUID() : is('has one ETag') ? 'one' : hash;
    const headers = {
      'Cache-Control': is('caches for an hour')
        ? 'public, max-age=3600'
        : is('words headers otherwise')
          ? 'max-age=86400, public'
          : 'public, max-age=86400',
      ETag: `${is('has weak ETags') ? 'W/' : ''}"${tag}"`,
    };
    const tags = is('reads one ETag') ? [condition] : condition.split(/, */);
    const isSame =
      tags.some((each) => (is('wants the ETag as sent') ? each : each.replace(/^W\//, '')) === `"${tag}"`) ||
      condition === '*';
    return isSame && !is('never sends 304') ? { status: 304, headers } : { status: 200, body, headers };
  }

  function bodyOf(
    bytes: Buffer,
    { 'content-type': type = '', 'content-encoding': sentCoding, 'content-length': length }: IncomingMessage['headers'],
  ): Answer | { members: Record<string, unknown> } {
    const unreadable = failed(400, 'Invalid JSON body');
    const tooLarge = failed(is('says 400 for 413') ? 400 : 413, 'Request body too large');
    const decode = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };
    try {
      if (is('counts before decompression') && bytes.length > 65_536) return tooLarge;
      const coding = sentCoding?.toLowerCase();
      const known = coding === undefined || (coding in decode && !is('knows no coding'));
      if (!known) return unreadable;
      const decoded =
        coding === undefined
          ? bytes
          : decode[coding as keyof typeof decode](bytes, is('reads a cut body') ? { finishFlush: 2 } : {});
      if (is('looks at Content-Length alone') && length === undefined) return { members: JSON.parse(String(decoded)) };
      if (!is('counts before decompression') && decoded.length > 65_536 - (is('counts one byte less') ? 1 : 0))
        return tooLarge;
      const [, charset = 'utf-8'] = /charset="?([^";]*)/i.exec(type) ?? [];
      if (!['', 'utf-8'].includes(charset.toLowerCase()) && !is('reads any charset')) return unreadable;
      if (is('wants the Content-Type') && !type.startsWith('application/json')) return unreadable;
      const read = new TextDecoder('utf-8', { fatal: !is('reads any bytes') }).decode(decoded);
      if (read.includes('\uFFFD') && !is('reads any bytes')) return unreadable;
      if (read === '') return is('wants a body') ? unreadable : { members: {} };
      const json = JSON.parse(read);
      if (is('refuses deep members') && read.includes('['.repeat(65))) return unreadable;
      if (is('reads no exponents') && /\de\d/.test(read)) return unreadable;
      if (is('minds a byte order mark') && decoded[0] === 0xef) return unreadable;
      const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
      if (!isObject && is('wants an object')) return unreadable;
      return { members: isObject ? json : {} };
    } catch {
      return unreadable;
    }
  }

  function puzzle(kind: string, method: string, parts: readonly string[], condition: string | undefined): Answer {
    const decoded = parts.map((part) =>
      decodeURIComponent(is('reads + as a space') ? part.replaceAll('+', ' ') : part),
    );
    const [date = '', player = ''] = kind === 'players' ? ['', decoded[0]] : decoded;
    const isDate = /^[2-9]\d{3}-\d{2}-\d{2}$/.test(date) && new Date(`${date}T00:00Z`).toJSON()?.startsWith(date);
    const tooLate = is('records no tomorrow') && date > dateOf(Date.now());
    if (kind !== 'players' && (!isDate || tooLate))
      return failed(400, 'date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD');
    if (kind !== 'verses' && ([...player].length > 255 || player.includes('\0'))) {
      return failed(400, 'player must have 1 to 255 characters, and no NUL among them');
    }
    if (kind === 'verses') {
      const one = submissions.find((each) => each.date === date);
      if (one === undefined) return failed(404, 'No verse on this date');
      const { bookId, chapter, verse, player } = one;
      const words = books.get(bookId)?.chapters[chapter - 1]?.[verse - 1];
      const reference = referenceOf(one);
      const text = { bookId, chapter, verse, reference, words, translation: 'King James Version' };
      const own = is('names no player')
        ? {}
        : { player: is('names the player in lower case') ? player.toLowerCase() : player };
      const answer = textAnswer(
        { date: is('says the next date') ? dateOf(Date.parse(date) + day) : date, ...text, ...own },
        condition,
      );
      if (is('sends the verse anew') && answer.status === 304)
        return { status: 200, body: { date, ...text, player }, headers: answer.headers ?? {} };
      return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'private, no-cache' } };
    }
    const own = solvedBy(player);
    if (kind === 'completions') {
      if (is('rejects a completion that is there') && own.has(date)) return failed(500, 'Internal error');
      if (!is('records nothing')) own.add(date);
      return is('sends 200 for 204') ? { status: 200, body: {} } : { status: 204 };
    }
    const sent = submissions.filter((each) => keyOf(each.player) === keyOf(player));
    if (method === 'DELETE') {
      if (!is('keeps completions')) own.clear();
      if (is('erases the completions of all')) completions.clear();
      for (const each of sent) {
        if (is('deletes the verses')) submissions.splice(submissions.indexOf(each), 1);
        else if (!is('keeps the id')) each.player = is('erases to one id') ? 'nobody' : randomUUID();
      }
      return { status: 204 };
    }
    const ascending = [...own].toSorted();
    const all = [...completions.values()].flatMap((dates) => [...dates]);
    const exported = sent.toReversed().map((each) => ({
      ...{ ...shown(each), id: submissions.indexOf(each) + 1, cooldownEnded: false, windowText: each.windowText },
      ...(!is('exports no key') && { idempotencyKey: each.key }),
    }));
    return {
      status: 200,
      body: {
        player: is('exports the id in lower case') ? player.toLowerCase() : player,
        completions: is('exports the oldest first') ? ascending : ascending.toReversed(),
        completionCount: is('counts the completions of all') ? all.length : own.size,
        submissions: exported,
      },
    };
  }

  const methods: Record<string, string> = {
    '/api/submit-verse': 'POST',
    '/api/eligibility': 'GET',
    '/api/submissions': 'GET',
    '/api/verses': 'GET',
  };

  async function answer(request: IncomingMessage, bytes: Buffer): Promise<Answer> {
    const hosts = request.rawHeaders.filter((each, index) => index % 2 === 0 && /^host$/i.test(each)).length;
    const isHost = hosts === 1 && /^[\w.:[\]-]+$/.test(request.headers.host ?? '');
    if (!(isHost && request.url?.startsWith('/')) && !is('ignores Host')) return failed(400, 'Bad request');
    if (is('allows OPTIONS') && request.method === 'OPTIONS') return { status: 204 };
    if (is('has no OPTIONS') && request.method === 'OPTIONS') return failed(404, 'Not found');
    if (is('sends 200 to HEAD') && request.method === 'HEAD') delete request.headers['if-none-match'];
    if (is('ignores a star') && request.headers['if-none-match'] === '*') delete request.headers['if-none-match'];
    if (is('says 404 to HEAD') && request.method === 'HEAD') return failed(404, 'Not found');
    const target = (request.url ?? '').replace(/^\/+/, is('takes two slashes') ? '/' : '$&');
    const { searchParams } = new URL(target.replace(/^[^?]*/, '/'), 'http://any');
    let pathname = target.replace(/\?.*/, '');
    if (is('takes a slash more')) pathname = pathname.replace(/\/$/, '');
    if (is('takes any case of a path')) pathname = pathname.replace(/^\/API/, '/api');
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const { 'if-none-match': condition } = request.headers;
    const inQuery = searchParams.get('access_token');
    const authorization =
      is('takes a token in the query') && inQuery !== null ? `Bearer ${inQuery}` : request.headers.authorization;
    const [, bookId, chapter] = /^\/api\/chapters\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    const allowed = bookId === undefined ? methods[pathname] : 'GET';
    const challenge = is('words headers otherwise') ? 'Bearer realm="verses", error="invalid_token"' : 'Bearer';
    const unauthorized = failed(401, 'Unauthorized', { 'WWW-Authenticate': challenge });

    const [, kind, ...parts] =
      /^\/puzzle\/api\/(completions|players|verses)\/([^/]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    const found = kind !== undefined && (parts[1] === undefined) === (kind !== 'completions');
    if (found && !is('has no puzzle')) {
      const own: readonly string[] = { completions: ['PUT'], players: ['GET', 'DELETE'], verses: ['GET'] }[kind] ?? [];
      if (!own.includes(method)) {
        const Allow = own.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each)).join(', ');
        return failed(405, 'Method not allowed', { Allow });
      }
      const user = userOf(authorization, is('takes any role') ? undefined : 'puzzle');
      if (user === 401) return unauthorized;
      if (user === 403) return failed(403, 'Not allowed');
      return puzzle(
        kind,
        method,
        parts.filter((part) => part !== undefined),
        condition,
      );
    }

    if (is('says 304 before 404') && condition === '*' && (bookId !== undefined || pathname === '/api/verses'))
      return textAnswer({}, condition);
    if (
      is('wants a token before 404') &&
      typeof userOf(authorization) === 'number' &&
      (allowed === undefined || method !== allowed)
    )
      return unauthorized;
    if (allowed === undefined && is('says 405 for 404') && method !== 'GET')
      return failed(405, 'Method not allowed', { Allow: 'GET, HEAD' });
    if (allowed === undefined) return failed(404, is('says 404 in other words') ? 'Nothing here' : 'Not found');
    if (method !== allowed) {
      const allow = is('allows everything')
        ? 'GET, POST, PUT, PATCH, DELETE'
        : is('allows nothing')
          ? 'OPTIONS'
          : `${allowed}${allowed === 'GET' && !is('hides HEAD') ? ', HEAD' : ''}${is('allows OPTIONS') ? ', OPTIONS' : ''}`;
      return {
        status: is('says 404 for 405') ? 404 : 405,
        body: { error: is('says 404 for 405') ? 'Not found' : 'Method not allowed' },
        headers: { Allow: allow },
      };
    }
    const isPublic = bookId !== undefined || pathname === '/api/verses';
    const user = userOf(authorization);
    const unread = pathname === '/api/submit-verse' ? bodyOf(bytes, request.headers) : undefined;
    if (is('looks at the body before the token') && unread !== undefined && 'status' in unread) return unread;
    if ((!isPublic || is('wants a token everywhere')) && typeof user === 'number') return unauthorized;
    if (bookId !== undefined) {
      const number = /^[1-9]\d*$/.test(chapter ?? '') ? Number(chapter) : undefined;
      const error = invalidVerse({ bookId, chapter: number }, true);
      if (error !== undefined) return { status: 404, body: { error } };
      const verses = books.get(bookId)?.chapters[Number(number) - 1] ?? [];
      const marked = is('leaves marks') ? verses.map((each) => `[${each}]`) : verses;
      const titled =
        is('keeps titles') && bookId === 'PSA' && chapter === '3'
          ? marked.with(0, `A Psalm of David. ${marked[0]}`)
          : marked;
      const shown = is('loses a verse') && bookId === 'PSA' ? titled.slice(0, -1) : titled;
      return textAnswer({ translation: 'King James Version', verses: shown }, condition);
    }
    if (pathname === '/api/verses') {
      const [words = '', more] = searchParams.getAll('words');
      const size = is('counts bytes') ? Buffer.byteLength(words) : words.length;
      if (
        more !== undefined ||
        size < (is('takes two characters') ? 2 : 3) ||
        size > (is('takes 201 characters') ? 201 : 200)
      )
        return failed(400, 'words must have 3 to 200 characters');
      const verses = search(words);
      if (verses.length === 0 && is('says 404 for no verse')) return failed(404, 'Not found');
      return textAnswer({ verses }, condition);
    }
    if (pathname === '/api/eligibility') return eligibility(String(user), searchParams);
    if (pathname === '/api/submissions') return list(String(user));
    const body = bodyOf(bytes, request.headers);
    if ('status' in body) return body;
    const key = request.headers['idempotency-key'];
    const isKey = typeof key === 'string' && /^[!-~]{1,255}$/.test(key);
    if (!isKey && key !== undefined && is('rejects a malformed key')) return failed(400, 'Bad request');
    return await submit(String(user), body.members, isKey || is('takes any key') ? String(key) : undefined);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const { status, body, headers = {} } = await answer(request, bytes);
    const sent = request.headers['x-request-id'];
    const isShared = headers['Cache-Control'] !== undefined && !is('shares the id of a request');
    const isOwn =
      typeof sent === 'string' && (/^[A-Za-z0-9._-]{1,64}$/.test(sent) || is('takes any request id')) && !isShared;
    const common: Record<string, string> = {
      'Cache-Control': is('lets caches store')
        ? 'public'
        : is('words headers otherwise')
          ? 'private, no-store'
          : 'no-store',
      'X-Request-Id': isOwn ? sent : is('has one request id') ? oneId : randomUUID(),
      ...(is('has no request id') && { 'X-Request-Id': '' }),
      ...(body !== undefined && {
        'Content-Type': is('sends text')
          ? 'text/plain'
          : is('sends a charset')
            ? 'application/json;charset=UTF-8'
            : 'application/json',
      }),
      ...(is('is behind a CDN') && { 'CF-Ray': '8f0', 'X-Powered-By': 'Express', 'RateLimit-Limit': '10' }),
    };
    const isPublic = /^\/api\/(chapters|verses)/.test(request.url ?? '');
    if (isPublic && request.headers.origin !== undefined && !is('lets no page read'))
      common['Access-Control-Allow-Origin'] = '*';
    response.writeHead(status, { ...common, ...headers });
    if (body === undefined || request.method === 'HEAD') response.end();
    else
      response.end(
        JSON.stringify(
          { ...body, ...(status >= 400 && is('says more in errors') && { code: 7 }) },
          null,
          is('indents') ? 2 : 0,
        ),
      );
  }

  const solve = (player: string, date: string) => void solvedBy(player).add(date);
  const server = createServer(
    { insecureHTTPParser: is('ignores Host'), requireHostHeader: !is('ignores Host') },
    (request, response) => void respond(request, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    solve,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
