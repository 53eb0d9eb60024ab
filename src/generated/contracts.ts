// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': 'b34a3e183244bd89fe61da4565af4185c03284dc177ddf3195033b9a04ebc1a9',
  'contract/openapi.admin.yaml': 'cbbb8acd522e7da955de247d16100cbbaa7611a295503efd3d574de7f8336cda',
  'contract/openapi.desk.yaml': 'fd860f267af780696fbb08d07a71f35a71e06ef79c9c8475cfb2e749db6ba6a5',
  'contract/openapi.puzzle.yaml': '07bf096b843915d8479957786297a15412348a4d17bce6ca7296bda3e8fda751',
} as const;
