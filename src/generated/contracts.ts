// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': '98823f4b909fe96d891f66da9169cdbb113ac546abfd7af2b68ee5e41514e292',
  'contract/openapi.admin.yaml': 'cbbb8acd522e7da955de247d16100cbbaa7611a295503efd3d574de7f8336cda',
  'contract/openapi.desk.yaml': 'e67a68da274da71451bb9abf05daeb38f6ac7d2992660be4fb6bb4caf6f91c14',
  'contract/openapi.puzzle.yaml': '07bf096b843915d8479957786297a15412348a4d17bce6ca7296bda3e8fda751',
} as const;
