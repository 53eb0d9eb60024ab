// Generated from the contracts by `npm run codegen`. Do not edit.

/** The SHA-256 of each contract, by its file. */
export const contractHashes = {
  'openapi.yaml': '97e2dde46c14d94320b2272a9264c03850383fc9bd3bbf70af9e992aafd51f88',
  'contract/openapi.admin.yaml': '172ad4438c2e7000d188d9d9ac3aa7a3147e430271dc887f44ac02de53891500',
  'contract/openapi.desk.yaml': 'fc4876356a91b5939f8f28edbc352577f971a093404579879bedd019ecd2a0b2',
  'contract/openapi.puzzle.yaml': '6a3cde6ea868349c4deab1e29f30f23a3eb73d2714a3d71411ffa6b252184a50',
} as const;
