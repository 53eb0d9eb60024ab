// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': 'a4a8eb7098fbfa5ac0ef23f6a32770b919152befed42a99bbbe35ac57a9a4033',
  'contract/openapi.admin.yaml': '71d02a2c809875a4882e33f8edd3d553000650cce88d35a44926e5aba6cee115',
  'contract/openapi.desk.yaml': '1f2b09bb78d179b987d4af0f6fc04b24500c184ed05ba43bdf1489314e27d360',
  'contract/openapi.puzzle.yaml': '52295866266f7a3f50ce70fa98f73d3366761a00f249020b982e9bdb5d4c64a9',
} as const;
