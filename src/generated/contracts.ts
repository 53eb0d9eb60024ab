// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': 'd6ceacded73f226c42481e913fafa1bd379fd856a2b1f7714ef93cf1ebf177f3',
  'contract/openapi.admin.yaml': 'cbbb8acd522e7da955de247d16100cbbaa7611a295503efd3d574de7f8336cda',
  'contract/openapi.desk.yaml': '6c70363a183dbfba86b4b2641783300aaa80b7276054e9582c37de984d099dc0',
  'contract/openapi.puzzle.yaml': '07bf096b843915d8479957786297a15412348a4d17bce6ca7296bda3e8fda751',
} as const;
