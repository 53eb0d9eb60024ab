// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': '36bbcff6318c4e7f4de70bb74c70657131d28540f76ba2cd0951d891b6840280',
  'contract/openapi.admin.yaml': '71d02a2c809875a4882e33f8edd3d553000650cce88d35a44926e5aba6cee115',
  'contract/openapi.desk.yaml': '1f2b09bb78d179b987d4af0f6fc04b24500c184ed05ba43bdf1489314e27d360',
  'contract/openapi.puzzle.yaml': '52295866266f7a3f50ce70fa98f73d3366761a00f249020b982e9bdb5d4c64a9',
} as const;
