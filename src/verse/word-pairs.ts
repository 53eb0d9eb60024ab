/**
 * Words that count as one in a search, with all their forms: one that players type, and those that
 * the text has. A line is general vocabulary, and none is there for a single verse.
 */
export const wordPairs: readonly (readonly string[])[] = `
you thou thee ye
your yours thy thine
is are art be being
will shall wilt shalt
has have hath hast
does do did doeth doth doest dost
goes go went goeth goest
says say said saith
speak spake spoke spoken
came come
gave give given
know knew known wist wot
where whither
here hither
there thither
why wherefore
until till
whoever whosoever whoso
whatever whatsoever
everyone everything every
forever ever always
eternal everlasting
immediately straightway
truly verily
nothing nought
spirit ghost
love charity
murder kill slay
patient patience longsuffering suffereth
worry careful anxious
courage courageous
person man people human men
child children
woman women
brother brethren
teacher master
demon devil
enemy adversary
nation gentile heathen
money mammon
clothes raiment
donkey ass
lamp candle
sky heaven
news tidings
anger angry wrath
sin iniquity trespass
trouble tribulation affliction
trial temptation
compassion compassionate mercy merciful
kindness lovingkindness
gentle meek
guard keep protect
rescue deliver
power might strength
live dwell abide stay
listen hear hearken
look behold see
joy gladness
praise bless
need lack want
understand perceive
purpose counsel
plan thought
build edify
command commandment
desire covet
tired weary
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
