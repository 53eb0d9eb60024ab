// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': '728ed295c5f5f88bfe311b749b49f03df3a03d6e700ee6cac9f40c7cd2512095',
  'contract/openapi.admin.yaml': '1ffcecbd38b0419ae515d7d383910ddbfd2f503f3d2a9fc27433128a0d1044d9',
  'contract/openapi.desk.yaml': 'a1bf44d9eef33378dda7bd972ce1ae21a52d95abe37884417bd9cae5b1b40ec9',
  'contract/openapi.puzzle.yaml': 'fedfed9ea51cf82d65af31cfb41220ee6f832d5104955bc13e3c635645eeed03',
} as const;
