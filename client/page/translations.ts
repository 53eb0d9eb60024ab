/** The texts of the page around the element, by language and by the English text. */
const translations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    'Submit a verse': 'Einen Vers einreichen',
    'Today’s puzzle': 'Das heutige Rätsel',
    'Sign in': 'Anmelden',
    'Signed in as ': 'Angemeldet als ',
    'Sign out': 'Abmelden',
    'This link has been used or has expired.': 'Dieser Link wurde schon benutzt oder ist abgelaufen.',
    'You are signed in as {from}. Sign in as {to} instead?':
      'Du bist als {from} angemeldet. Stattdessen als {to} anmelden?',
    'another player': 'jemand anderes',
    'the player of this link': 'die Person dieses Links',
  },
  es: {
    'Submit a verse': 'Enviar un versículo',
    'Today’s puzzle': 'El reto de hoy',
    'Sign in': 'Iniciar sesión',
    'Signed in as ': 'Sesión de ',
    'Sign out': 'Cerrar sesión',
    'This link has been used or has expired.': 'Este enlace ya se ha usado o ha caducado.',
    'You are signed in as {from}. Sign in as {to} instead?':
      'Has iniciado sesión como {from}. ¿Quieres iniciarla como {to}?',
    'another player': 'otra persona',
    'the player of this link': 'la persona de este enlace',
  },
};

/**
 * Puts the page, which comes in English, into a language if it is there.
 *
 * @param tag a BCP 47 tag
 * @returns a function that translates a text of the page
 */
export function translatePage(tag: string): (text: string) => string {
  const language = tag.split('-')[0] ?? '';
  const texts = translations[language];
  if (texts === undefined) return (text) => text;
  const translate = (text: string) => texts[text] ?? text;
  document.documentElement.lang = language;
  document.title = translate(document.title);
  for (const element of document.querySelectorAll<HTMLElement>('h1, submit-verse > a')) {
    element.textContent = translate(element.textContent);
    element.removeAttribute('lang');
  }
  return translate;
}
