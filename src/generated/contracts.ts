// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': '571d4d8f37c47815db58eb64fea5c3e92eeb7215b1b394fa3b09700dd95e9633',
  'contract/openapi.admin.yaml': '71d02a2c809875a4882e33f8edd3d553000650cce88d35a44926e5aba6cee115',
  'contract/openapi.desk.yaml': '053ab934c993a369526223013c9986b2adc823cb353b742c11fb5778651dfcf4',
  'contract/openapi.puzzle.yaml': '52295866266f7a3f50ce70fa98f73d3366761a00f249020b982e9bdb5d4c64a9',
} as const;
