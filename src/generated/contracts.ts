// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': 'e6bd0487037e016d5ea3ceb7655ac2e4175132ef76da17735056426a4f0f467a',
  'contract/openapi.admin.yaml': '71d02a2c809875a4882e33f8edd3d553000650cce88d35a44926e5aba6cee115',
  'contract/openapi.desk.yaml': '053ab934c993a369526223013c9986b2adc823cb353b742c11fb5778651dfcf4',
  'contract/openapi.puzzle.yaml': '52295866266f7a3f50ce70fa98f73d3366761a00f249020b982e9bdb5d4c64a9',
} as const;
