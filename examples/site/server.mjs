/**
 * A site whose daily puzzle is to complete the verse of the day. It knows the service by HTTP only:
 * its server calls the puzzle's API, and its page has the form. Its login believes any name. In two
 * terminals, with one key:
 *
 *   export AUTH_JWT_SECRET=a-secret-of-at-least-32-characters
 *   CORS_ORIGINS=http://localhost:8080 npm start
 *   node examples/site/server.mjs
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { AUTH_JWT_SECRET: secret = '', VERSES_URL: verses = 'http://127.0.0.1:3000', PORT: port = '8080' } = process.env;
/** By the ids of their sessions. */
const players = new Map();

/** A token (JWT) for five minutes. */
function sign(claims) {
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 300;
  const signed = `${encode({ alg: 'HS256' })}.${encode({ ...claims, exp })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

async function callPuzzle(method, path) {
  const headers = { Authorization: `Bearer ${sign({ sub: 'site', roles: ['puzzle'] })}` };
  const response = await fetch(`${verses}/puzzle/api/${path}`, { method, headers });
  if (response.ok || response.status === 404) return response;
  throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

const ownVerse = { words: 'In the beginning God created the heaven and the earth.', reference: 'Genesis 1:1' };

/** Whether a date has begun anywhere: in UTC+14 first. Before, nobody learns its verse or solves its puzzle. */
const hasBegun = (date) => Date.parse(date) <= Date.now() + 14 * 3_600_000;

/** The verse of a date, which the player completes. */
async function puzzleOf(date) {
  const response = await callPuzzle('GET', `verses/${date}`);
  const { words, reference, player } = response.ok ? await response.json() : ownVerse;
  const [, clue, answer] = /^(.*?)(\p{L}+)\P{L}*$/u.exec(words);
  return { clue, answer, source: player === undefined ? reference : `${reference}, chosen by ${player}` };
}

const signIn = '<form method="post"><label>Name <input name="player" required></label> <button>Sign in</button></form>';
/** A player's date is that of the player's calendar. */
const askDate = "<script>location.replace('/?date=' + new Date().toLocaleDateString('sv'))</script>";
const escapeHtml = (given) => given.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const formOf = ({ clue, source }) => `
  <form method="post"><label>${escapeHtml(clue)} <input name="answer"></label> <button>Solve</button></form>
  <p>${escapeHtml(source)}</p>
  <style>submit-verse:not(:defined) { display: block; min-height: 30rem; }</style>
  <script type="module" src="${verses}/submit/element.js"></script>
  <submit-verse base-url="${verses}">
    The form is loading. If it does not appear, reload the page; it needs JavaScript.
  </submit-verse>
  <script type="module">
    document.querySelector('submit-verse').token = async () => (await fetch('/token')).text();
  </script>`;

async function respond(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://site');
  const [date] = /^\d{4}-\d\d-\d\d$/.exec(searchParams.get('date')) ?? [];
  const player = players.get(/session=([\w-]+)/.exec(request.headers.cookie)?.[1]);
  const form = new URLSearchParams(await text(request));
  if (form.has('player')) {
    const session = randomUUID();
    players.set(session, form.get('player'));
    return response.writeHead(303, { Location: '/', 'Set-Cookie': `session=${session}; HttpOnly; SameSite=Lax` }).end();
  }
  if (pathname === '/token') return response.end(player && sign({ sub: player }));
  const puzzle = player && hasBegun(date) ? await puzzleOf(date) : undefined;
  if (puzzle && form.get('answer') === puzzle.answer)
    await callPuzzle('PUT', `completions/${date}/${encodeURIComponent(player)}`);
  const body = !player ? signIn : puzzle ? formOf(puzzle) : date ? 'This day has not begun.' : askDate;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><html lang="en"><title>Puzzle</title><link rel="icon" href="data:,"><h1>Puzzle</h1>${body}`,
  );
}

createServer((request, response) => {
  respond(request, response).catch((error) => response.writeHead(500).end(error.message));
}).listen(Number(port), () => console.log(`http://localhost:${port}`));
