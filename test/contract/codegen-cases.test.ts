import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { type Contract, readContract } from '../../contract/document.ts';
import { renderClient } from '../../scripts/codegen/client.ts';
import { renderOperations } from '../../scripts/codegen/operations.ts';
import { renderTypes } from '../../scripts/codegen/types.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** An edit of a copy of `openapi.yaml`. */
// biome-ignore lint/suspicious/noExplicitAny: an edit may make the contract what its type does not allow
type Edit = (contract: any) => void;

const render = {
  service: (contract: Contract) => renderOperations(contract, './openapi.ts'),
  client: renderClient,
};

function edited(edit: Edit): Contract {
  const contract = readContract();
  edit(contract);
  return contract;
}

const submit = '/api/submit-verse';
const list = '/api/submissions';
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

/** Adds a path with a parameter, as a copy of the list. */
function addItem({ paths }: Parameters<Edit>[0], path: string, ...parameters: object[]): void {
  const { get } = structuredClone(paths[list]);
  paths[path] = { get: { ...get, operationId: 'getItem', parameters } };
}

/** Title, edit, whose code says what then, and code of a user that must compile. */
type RightCase = readonly [title: string, edit: Edit, side: keyof typeof render, says: string, use?: string];

const rightCases: RightCase[] = [
  [
    'a schema under two statuses gives responses that have their status in the name',
    ({ paths }) => {
      const { post } = paths[submit];
      post.responses['409'] = post.responses['403'];
      post['x-checks'][3].otherwise = [{ when: 'often', status: 409, error: ref('NotSolvedToday') }];
    },
    'service',
    '  notSolvedToday409: { status: 409, ',
    `import { submitVerseResponses as responses } from './operations.ts';
     responses.notSolvedToday403.status satisfies 403;`,
  ],
  [
    'such a response has that name in the checks',
    ({ paths }) => {
      const { post } = paths[submit];
      post.responses['409'] = post.responses['403'];
      post['x-checks'][3].otherwise = [{ when: 'often', status: 409, error: ref('NotSolvedToday') }];
    },
    'service',
    '"response": "notSolvedToday403"',
  ],
  [
    'such a response can be returned without the handler',
    ({ paths }) => {
      const { get } = paths[list];
      get.responses['503'] = get.responses['500'];
      get['x-checks'][1].otherwise = [{ when: 'often', status: 503, error: ref('InternalError') }];
    },
    'service',
    'failed: listSubmissionsResponses.internalError500,',
  ],
  [
    'the end of a comment in a summary does not end the comment',
    ({ paths }) => {
      paths[submit].post.summary = 'Submit */ a verse';
    },
    'service',
    '/** Submit *\\/ a verse: its path, limits and checks. */',
  ],
  [
    "nor does it end that of the client's method",
    ({ paths }) => {
      paths[submit].post.summary = 'Submit */ a\n verse';
    },
    'client',
    '  /** Submit *\\/ a verse */\n  submitVerse(',
  ],
  [
    'nor that of a response',
    ({ paths }) => {
      paths[submit].post.responses['403'].description = 'Not */ solved';
    },
    'service',
    '/** 403: Not *\\/ solved */',
  ],
  [
    'a backtick, a backslash and ${ in a message are text',
    ({ components }) => {
      components.schemas.InvalidVerse.properties.error['x-messages'].chapter = `A \`\\d\`, a \${x} and a {chapter}`;
    },
    'service',
    String.raw`A \`\\d\`, a $`,
    `import { invalidVerseMessages as messages, submitVerseResponses as responses } from './operations.ts';
     responses.invalidVerse({ error: messages.chapter({ x: 'y', chapter: 1 }) });`,
  ],
  [
    'a message may begin an expression that it does not end',
    ({ components }) => {
      components.schemas.InvalidVerse.properties.error['x-messages'].chapter = `\${} and {chapter}`;
    },
    'service',
    String.raw`\${} and `,
    `import { invalidVerseMessages as messages, submitVerseResponses as responses } from './operations.ts';
     responses.invalidVerse({ error: messages.chapter({ chapter: 1 }) });`,
  ],
  [
    'a message may have no placeholders, a key that is no identifier, and a placeholder that is a keyword',
    ({ components }) => {
      const { error } = components.schemas.InvalidVerse.properties;
      error['x-messages'] = { 'no-verse': 'There is no verse', book: 'No {class} {1}' };
    },
    'service',
    '  "no-verse": () =>\n    `There is no verse` as const,',
    `import { invalidVerseMessages as messages, submitVerseResponses as responses } from './operations.ts';
     responses.invalidVerse({ error: messages['no-verse']() });
     responses.invalidVerse({ error: messages.book({ class: 'a', '1': 2 }) });`,
  ],
  [
    'a path may have a quote',
    (contract) => {
      contract.paths["/api/player's"] = contract.paths[list];
      delete contract.paths[list];
    },
    'client',
    'path: "/api/player\'s",',
  ],
  [
    'a header of a result may have a name that is no identifier',
    ({ paths }) => {
      paths[list].get.responses['200'].headers = { 'X-Rate.Limit': { schema: text } };
    },
    'client',
    'readonly "xRate.Limit"?: string;',
  ],
  [
    'patterns have the flag of Ajv',
    ({ components }) => {
      components.schemas.LocalDate.pattern = '^\\p{Nd}.$';
    },
    'service',
    '"localDate": new RegExp("^\\\\p{Nd}.$", "u"),',
  ],
  [
    'so has the pattern of the key',
    ({ components }) => {
      components.parameters['Idempotency-Key'].schema.pattern = '^.$';
    },
    'client',
    'key: new RegExp("^.$", "u"),',
  ],
  [
    'a deprecated operation is a deprecated method of the client',
    ({ paths }) => {
      paths[list].get.deprecated = true;
    },
    'client',
    "  /** The player's own submissions\n   * @deprecated */\n  listSubmissions(",
  ],
];

describe('what a contract may have', () => {
  test.each(rightCases)('%s', (_title, edit, side, says) => {
    expect(render[side](edited(edit))).toContain(says);
  });

  // One program for all: the compiler needs seconds for its libraries.
  test('is code that compiles', async () => {
    const directory = await temporaryDirectory();
    const sources = await Promise.all(
      rightCases.map(async ([_title, edit, _side, _says, use = ''], index) => {
        const contract = edited(edit);
        const types = await renderTypes(JSON.stringify(contract));
        return Object.entries({
          [`${index}/src/openapi.ts`]: types,
          [`${index}/src/operations.ts`]: render.service(contract),
          [`${index}/src/use.ts`]: `${use}\nexport {};\n`,
          [`${index}/client/options.ts`]: 'export interface CallOptions {}\nexport interface KeyedCallOptions {}\n',
          [`${index}/client/generated/openapi.ts`]: types,
          [`${index}/client/generated/operations.ts`]: render.client(contract),
        });
      }),
    );
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    for (const [name, content] of sources.flat()) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), content);
    }
    const program = ts.createProgram(
      sources.flat().map(([name]) => join(directory, name)),
      {
        target: ts.ScriptTarget.ESNext,
        lib: ['lib.esnext.d.ts'],
        types: [],
        module: ts.ModuleKind.NodeNext,
        noEmit: true,
        strict: true,
        allowImportingTsExtensions: true,
      },
    );
    const errors = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      const [index = '', ...name] = file?.fileName.slice(directory.length + 1).split('/') ?? [];
      return [rightCases[Number(index)]?.[0], name.join('/'), ts.flattenDiagnosticMessageText(messageText, '\n')];
    });
    await rm(directory, { recursive: true });
    expect(errors).toEqual([]);
  }, 120_000);
});

const [post, get] = ['#/paths/~1api~1submit-verse/post', '#/paths/~1api~1submissions/get'];
const item = '#/paths/~1api~1submissions~1{date}/get';

describe('what a contract may not have is an error that names its place', () => {
  test.each<[string, Edit, string]>([
    [
      'two schemas that differ in the case of a letter',
      ({ components }) => {
        components.schemas.bookId = { type: 'string', enum: ['a'] };
      },
      '#/components/schemas/bookId: the code cannot tell bookId from BookId',
    ],
    [
      'two operations that differ in the case of a letter',
      ({ paths }) => {
        paths[list].get.operationId = 'SubmitVerse';
      },
      `${get}/operationId: the code cannot tell SubmitVerse from submitVerse`,
    ],
    [
      'an enum called Operation',
      ({ components }) => {
        components.schemas.Operation = { type: 'string', enum: ['a'] };
      },
      '#: the code would have two declarations of operations',
    ],
    [
      'an operation called shared',
      ({ paths }) => {
        paths[list].get.operationId = 'shared';
      },
      '#: the code would have two declarations of sharedResponses',
    ],
    [
      'two alternatives of one name',
      ({ paths }) => {
        paths[list].get.responses['200'].content['application/json'].schema = {
          oneOf: [ref('Submission'), ref('Submission')],
        };
      },
      `${get}/responses: two would have the name submission in the code`,
    ],
    [
      'two shared responses with one status and schema',
      ({ components }) => {
        components.responses.Gone = components.responses.NotFound;
      },
      '#/components/responses: two would have the name notFound in the code',
    ],
    [
      'a shared response with two media types',
      ({ components }) => {
        components.responses.NotFound.content['text/plain'] = {};
      },
      '#/components/responses/NotFound/content: there must be one media type',
    ],
    [
      'a second media type of a request',
      ({ paths }) => {
        paths[submit].post.requestBody.content['application/xml'] = {};
      },
      `${post}/requestBody/content: there must be one media type`,
    ],
    [
      'a pattern of a schema that is invalid with the flag of Ajv',
      ({ components }) => {
        components.schemas.LocalDate.pattern = '^\\-$';
      },
      '#/components/schemas/LocalDate: it has a pattern that is no regular expression with the flag u',
    ],
    [
      'such a pattern of a member',
      ({ components }) => {
        components.schemas.VerseSubmission.properties.note = { type: 'string', pattern: '[' };
      },
      '#/components/schemas/VerseSubmission/properties/note: it has a pattern that is no regular expression',
    ],
    [
      'such a pattern of a parameter',
      ({ paths }) => {
        paths[list].get.parameters.push({ name: 'x', in: 'query', schema: { type: 'string', pattern: '\\-' } });
      },
      `${get}/parameters/1: query x has a pattern that is no regular expression`,
    ],
    ...['allOf', 'oneOf', 'anyOf', 'nullable'].flatMap((key): [string, Edit, string][] => [
      [
        `a request with ${key}`,
        ({ components }) => {
          components.schemas.VerseSubmission[key] = [ref('Submission')];
        },
        `${post}/requestBody: its schema has ${key}, which the generated code does not support`,
      ],
      [
        `a response with ${key}`,
        ({ components }) => {
          components.schemas.SubmissionList[key] = [ref('Submission')];
        },
        `${get}/responses/200/content/application~1json/schema: its schema has ${key}, which the generated code`,
      ],
    ]),
    [
      'a path with a parameter that is not described',
      (contract) => addItem(contract, `${list}/{date}`),
      `${item}/parameters: there is none for {date} of the path`,
    ],
    [
      'a path with a parameter that is described for the query',
      (contract) => addItem(contract, `${list}/{date}`, { name: 'date', in: 'query', schema: text }),
      `${item}/parameters: there is none for {date} of the path`,
    ],
    [
      'a parameter that is not in the path',
      (contract) => addItem(contract, `${list}/date`, { name: 'date', in: 'path', required: true, schema: text }),
      '#/paths/~1api~1submissions~1date/get/parameters/0: path date must be required and in the path',
    ],
    [
      'a parameter of the path that is not required',
      (contract) => addItem(contract, `${list}/{date}`, { name: 'date', in: 'path', schema: text }),
      `${item}/parameters/0: path date must be required and in the path`,
    ],
    ...['/v2', 'https://puzzle.example/v2', 'https://puzzle.example/v2/'].map((url): [string, Edit, string] => [
      `a server at ${url}`,
      ({ servers }) => servers.push({ url }),
      '#/servers/1/url: it must have no path, since the service has its paths at the root',
    ]),
    [
      'a server of a path',
      ({ paths }) => {
        paths[list].servers = [{ url: '/' }];
      },
      '#/paths/~1api~1submissions/servers: the generated code does not support it',
    ],
    [
      'a server of an operation',
      ({ paths }) => {
        paths[list].get.servers = [{ url: '/' }];
      },
      `${get}/servers: the generated code does not support it`,
    ],
    [
      'callbacks',
      ({ paths }) => {
        paths[submit].post.callbacks = { done: { '{$request.body#/url}': { post: { responses: {} } } } };
      },
      `${post}/callbacks: the generated code does not support it`,
    ],
  ])('%s', (_title, edit, message) => {
    expect(() => render.service(edited(edit))).toThrow(message);
  });

  test('a server without a path is none', () => {
    const edit: Edit = ({ servers }) => servers.push({ url: 'https://puzzle.example' }, { url: 'https://a.example/' });
    expect(render.service(edited(edit))).toBe(render.service(readContract()));
  });
});
