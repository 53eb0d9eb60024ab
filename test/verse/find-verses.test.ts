import { describe, expect, test } from '@jest/globals';
import { builtChapters, createReadChapter } from '../../src/verse/chapters.ts';
import { codesOfVersesWith, createFindVerses, createReadWordIndex } from '../../src/verse/find-verses.ts';
import { reference } from '../../src/verse/validate.ts';

const readChapter = await createReadChapter(builtChapters);
const readWordIndex = createReadWordIndex(builtChapters);
const findVerses = createFindVerses(readWordIndex, readChapter);
const find = async (typed: string) => (await findVerses(typed)).map(reference);

describe('finds first', () => {
  test.each([
    ['the verse that begins so', 'in the beginning', 'Genesis 1:1'],
    ['the verse that begins so, of words that most verses have', 'and i and all', 'Joshua 8:5'],
    ['a last word that goes on with a z', 'greatly ama', 'Mark 9:15'],
    ['upper case and punctuation', '“BE STILL, and know — that I am God!”', 'Psalm 46:10'],
    ['the number of a verse', '1 In the beginning God created', 'Genesis 1:1'],
    ['what was pasted with the verse', 'Jesus answered, I am the way, the truth (John 14:6)', 'John 14:6'],
    ['a word that no verse has', 'and the Word was made flesh xyzzy', 'John 1:14'],
    ['words that are typed twice', 'verily verily i say unto you he that believeth', 'John 6:47'],
  ])('%s', async (_, typed, verse) => {
    expect((await find(typed))[0]).toBe(verse);
  });
});

/** What players may know a verse by: our own wording, of no translation. The search finds all 60 of these. */
const wordings: Readonly<Record<string, string>> = {
  'Genesis 1:3': 'God said there should be light and light came',
  'Genesis 1:27': 'God made people in his own image, male and female',
  'Genesis 2:18': "it isn't good that the man is alone",
  'Genesis 4:9': "am I supposed to be my brother's keeper",
  'Exodus 3:5': 'take your shoes off, you stand on holy ground',
  'Exodus 14:14': 'the Lord fights for you, keep your peace',
  'Exodus 20:12': 'give your father and mother honor',
  'Exodus 20:13': 'never murder anybody',
  'Numbers 6:24': 'may the Lord bless you and protect you',
  'Deuteronomy 6:5': 'love God with your whole heart and soul and might',
  'Joshua 24:15': 'my house and I are going to serve the Lord',
  'Ruth 1:16': 'wherever you go I go too, your people are mine and your God is mine',
  '1 Samuel 16:7': 'man sees the outside but the Lord looks at the heart',
  'Job 1:21': 'naked I was born, the Lord gives and the Lord takes',
  'Psalm 19:1': 'the sky speaks of the glory of God',
  'Psalm 23:2': 'he lets me rest in green pastures beside quiet water',
  'Psalm 23:4': "walking through the valley of death's shadow I fear no evil",
  'Psalm 23:6': 'goodness and mercy follow me every day of my life',
  'Psalm 51:10': 'make my heart clean, God, and renew my spirit',
  'Psalm 90:12': 'show us how to number our days to get a wise heart',
  'Psalm 100:1': 'make happy noise to the Lord, all lands',
  'Psalm 118:24': 'the Lord made this day, so we rejoice and are glad',
  'Psalm 119:105': 'your word lights my path like a lamp for my feet',
  'Psalm 121:1': 'I look up to the hills for my help',
  'Psalm 127:3': 'children are a gift and heritage of the Lord',
  'Psalm 139:14': "I praise you because I'm wonderfully and fearfully made",
  'Proverbs 3:5': "trust the Lord with your whole heart and don't lean on what you understand",
  'Proverbs 15:1': 'a soft answer turns anger away',
  'Proverbs 16:18': 'pride goes ahead of destruction',
  'Proverbs 17:17': 'a friend always loves you, at all times',
  'Proverbs 27:17': 'iron sharpening iron',
  'Ecclesiastes 3:1': 'for everything there is a season and a time',
  'Isaiah 9:6': 'a child was born for us, his name is wonderful counselor and prince of peace',
  'Isaiah 40:31': 'those waiting for the Lord get new strength and fly up with wings like eagles',
  'Isaiah 53:5': 'he was wounded for our sins and with his stripes we are made well',
  'Jeremiah 29:11': 'I know my plans for you, peace and not evil',
  'Micah 6:8': 'do justice, love mercy, be humble and walk with God',
  'Matthew 5:4': 'blessed are people who mourn, they get comfort',
  'Matthew 5:9': 'blessed are those who make peace',
  'Matthew 5:14': "you're the light of the world, a city on a hill can't hide",
  'Matthew 6:24': 'nobody can serve two masters, God and money',
  'Matthew 7:7': 'ask and you receive, seek and you find, knock and it opens',
  'Matthew 11:28': 'come to me everyone who labors and is weary, I give you rest',
  'Luke 2:11': 'a savior is born today in the city of David',
  'Luke 23:34': "Father forgive them, they don't know what they're doing",
  'John 3:16': 'God loved the world so much that he gave his only son',
  'John 8:32': 'know the truth, and the truth makes you free',
  'John 11:25': "I'm the resurrection and the life, who believes in me lives even if he dies",
  'John 13:34': 'I give you a new command to love one another',
  'John 15:13': 'nobody has greater love than one who gives his life for his friends',
  'Romans 3:23': "everyone sinned and falls short of God's glory",
  'Romans 6:23': 'sin pays with death but the gift of God is eternal life',
  'Romans 8:28': 'everything works together for good for those who love God',
  '1 Corinthians 13:13': 'faith hope and love, and the greatest is love',
  'Philippians 4:6': "don't worry about anything but pray about everything",
  '1 Thessalonians 5:17': 'never stop praying',
  'James 1:19': 'be quick to hear, slow to speak and slow to get angry',
  '1 John 4:18': 'love has no fear, perfect love throws fear out',
  'Revelation 3:20': "look, I'm standing at the door and knocking",
  'Revelation 21:4': 'God wipes all tears from their eyes, and nobody dies any more',
};

test('each verse is among the first five in a modern wording', async () => {
  const found = Object.entries(wordings).map(async ([verse, typed]) => [typed, (await find(typed)).slice(0, 5), verse]);
  const absent = (await Promise.all(found)).filter(([, first, verse]) => !first?.includes(verse as string));
  expect([Object.keys(wordings).length, absent]).toEqual([60, []]);
});

test.each([
  ['in the beginning god created the heaven', ['GEN.1.1']],
  ['wept jesus', ['MAT.26.75', 'MRK.14.72', 'JHN.11.35']],
  ['with you all amen grace', ['ROM.16.24', '2CO.13.14', 'PHP.4.23', '2TH.3.18', 'TIT.3.15', 'HEB.13.25', 'REV.22.21']],
])('the codes of all verses that have the words: %s', async (typed, codes) => {
  expect(codesOfVersesWith(await readWordIndex(), typed)).toEqual(codes);
});

test('a search that fails ends its turn', async () => {
  const findVerses = createFindVerses(createReadWordIndex(builtChapters), async () => {
    throw new Error('No such file');
  });
  for (const _ of [1, 2, 3]) await expect(findVerses('Jesus wept')).rejects.toThrow('No such file');
});

test('a pasted verse comes first, or one with equal words', async () => {
  for (const bookId of ['PSA', 'JHN'] as const) {
    for (const chapter of [1, 3, 10, 18]) {
      const { verses } = await readChapter({ bookId, chapter });
      for (const [index, text] of verses.entries()) {
        const [first] = await findVerses(text.slice(0, 200).toUpperCase().replaceAll("'", '’'));
        const letters = (words: string | undefined) => words?.replace(/\W/g, '');
        if (letters(first?.words) !== letters(text)) expect(first).toEqual({ bookId, chapter, verse: index + 1 });
      }
    }
  }
});
