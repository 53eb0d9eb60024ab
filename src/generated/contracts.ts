// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': 'b9a5eb72b66236c9e45fdb9dbe803862009d5a21dda2c67fbaf0dfd0d61708cf',
  'contract/openapi.admin.yaml': '71d02a2c809875a4882e33f8edd3d553000650cce88d35a44926e5aba6cee115',
  'contract/openapi.desk.yaml': '2793ab3789e87a45f58c526ff07a177b56c304217ea21ba056486b001e552a6e',
  'contract/openapi.puzzle.yaml': '52295866266f7a3f50ce70fa98f73d3366761a00f249020b982e9bdb5d4c64a9',
} as const;
